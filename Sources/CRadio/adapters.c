#define _GNU_SOURCE
#include "cradio.h"

#include <bluetooth/bluetooth.h>
#include <bluetooth/hci.h>
#include <bluetooth/hci_lib.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

static int open_control(void) {
  int descriptor = socket(AF_BLUETOOTH, SOCK_RAW | SOCK_CLOEXEC, BTPROTO_HCI);
  return descriptor < 0 ? -errno : descriptor;
}

int bd_adapters(struct bd_adapter *ret_adapters, int capacity) {
  // The list's entries follow its head.
  union {
    struct hci_dev_list_req list;
    uint8_t room[sizeof(struct hci_dev_list_req) + BD_ADAPTERS_MAX * sizeof(struct hci_dev_req)];
  } request;
  memset(&request, 0, sizeof request);
  struct hci_dev_list_req *list = &request.list;
  list->dev_num = BD_ADAPTERS_MAX;
  int control = open_control();
  if (control < 0) return control;
  if (ioctl(control, HCIGETDEVLIST, list) != 0) {
    int error = errno;
    close(control);
    return -error;
  }
  close(control);
  int count = 0;
  for (int place = 0; place < list->dev_num && place < BD_ADAPTERS_MAX && count < capacity; place++) {
    struct hci_dev_info info;
    memset(&info, 0, sizeof info);
    // One that was pulled out since the list was made is left out.
    if (hci_devinfo(list->dev_req[place].dev_id, &info) != 0) continue;
    struct bd_adapter *adapter = &ret_adapters[count++];
    memset(adapter, 0, sizeof *adapter);
    adapter->index = info.dev_id;
    memcpy(adapter->name, info.name, sizeof info.name);
    memcpy(adapter->address, info.bdaddr.b, sizeof adapter->address);
    adapter->is_up = hci_test_bit(HCI_UP, &info.flags) != 0;
    adapter->is_primary = (info.type & 0x30) >> 4 == HCI_PRIMARY;
    adapter->bus = info.type & 0x0F;
  }
  return count;
}

const char *bd_bus_text(uint8_t bus) {
  const char *text = hci_bustostr(bus);
  return text ? text : "unknown";
}

const char *bd_company_text(uint16_t identifier) {
  const char *text = bt_compidtostr(identifier);
  return text ? text : "unknown";
}

/// The first bytes of /sys/class/rfkill/ENTRY/NAME without the line's end; empty when it can't be read.
static void read_attribute(const char *entry, const char *name, char *ret_text, size_t size) {
  char path[320];
  ret_text[0] = '\0';
  snprintf(path, sizeof path, "/sys/class/rfkill/%s/%s", entry, name);
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  ssize_t count = read(descriptor, ret_text, size - 1);
  close(descriptor);
  ret_text[count > 0 ? count : 0] = '\0';
  ret_text[strcspn(ret_text, "\n")] = '\0';
}

int bd_adapter_block(int index) {
  DIR *directory = opendir("/sys/class/rfkill");
  if (!directory) return -ENOENT;
  char wanted[16];
  snprintf(wanted, sizeof wanted, "hci%d", index);
  int result = -ENOENT;
  for (struct dirent *entry; (entry = readdir(directory));) {
    char text[32];
    if (entry->d_name[0] == '.') continue;
    read_attribute(entry->d_name, "type", text, sizeof text);
    if (strcmp(text, "bluetooth") != 0) continue;
    if (index >= 0) {
      read_attribute(entry->d_name, "name", text, sizeof text);
      if (strcmp(text, wanted) != 0) continue;
    }
    if (result < 0) result = 0;
    read_attribute(entry->d_name, "soft", text, sizeof text);
    if (strcmp(text, "1") == 0) result |= BD_BLOCK_SOFT;
    read_attribute(entry->d_name, "hard", text, sizeof text);
    if (strcmp(text, "1") == 0) result |= BD_BLOCK_HARD;
  }
  closedir(directory);
  return result;
}
