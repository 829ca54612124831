#include "chost.h"

#include <errno.h>
#include <sys/ioctl.h>

int bd_terminal_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -errno;
  // A serial console does not know its size and says 0.
  if (size.ws_col == 0 || size.ws_row == 0) return -ENOTTY;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}
