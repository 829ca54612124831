#define _GNU_SOURCE
#include "cconfiguration.h"

#include <ini.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  bd_line_kind kind;
  int number;
  char *name, *value;
} line;

struct bd_lines {
  line *items;
  size_t count, capacity;
  bool has_failed;
};

/// A file on its way through inih, which asks for one line after the other.
typedef struct {
  const char *next, *end;
  int number;
  bd_lines *lines;
} reading;

static void add(reading *reading, bd_line_kind kind, const char *name, size_t length, const char *value) {
  bd_lines *lines = reading->lines;
  if (lines->count == lines->capacity) {
    size_t capacity = lines->capacity == 0 ? 64 : lines->capacity * 2;
    line *items = realloc(lines->items, capacity * sizeof *items);
    if (!items) {
      lines->has_failed = true;
      return;
    }
    lines->items = items;
    lines->capacity = capacity;
  }
  line item = {kind, reading->number, strndup(name, length), strdup(value)};
  if (item.name && item.value) {
    lines->items[lines->count++] = item;
    return;
  }
  lines->has_failed = true;
  free(item.name);
  free(item.value);
}

static bool is_blank(char byte) { return byte == ' ' || byte == '\t'; }

/// inih keeps 49 bytes of a heading without a word, and takes one that is never closed for nothing: we look ourselves.
static void add_section(reading *reading, const char *text, size_t length) {
  const char *end = text + length, *start = text + 1, *close = memchr(text, ']', length);
  const char *rest = close ? close + 1 : end;
  while (rest < end && is_blank(*rest)) rest++;
  if (!close || (rest < end && *rest != ';' && *rest != '#')) {
    add(reading, bd_line_bad_section, text, length, "");
    return;
  }
  while (start < close && is_blank(*start)) start++;
  while (close > start && is_blank(close[-1])) close--;
  add(reading, bd_line_section, start, (size_t)(close - start), "");
}

static bool has_control(const char *text, size_t length) {
  for (size_t index = 0; index < length; index++) {
    unsigned char byte = (unsigned char)text[index];
    if ((byte < 0x20 && byte != '\t') || byte == 0x7F) return true;
  }
  return false;
}

/// Hands inih the next line; one that it would get wrong is noted here, and inih gets an empty one in its place.
static char *read_line(char *buffer, int size, void *context) {
  reading *reading = context;
  if (reading->next >= reading->end || size < 2) return NULL;
  const char *text = reading->next;
  const char *end = memchr(text, '\n', (size_t)(reading->end - text));
  reading->next = end ? end + 1 : reading->end;
  reading->number++;
  if (!end) end = reading->end;
  if (reading->number == 1 && end - text >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3;
  // Without blanks in front: inih would take an indented line for the rest of the one before.
  while (text < end && is_blank(*text)) text++;
  while (end > text && (is_blank(end[-1]) || end[-1] == '\r')) end--;
  size_t length = (size_t)(end - text);
  buffer[0] = 0;
  if (length == 0 || *text == ';' || *text == '#') return buffer;
  if (length > bd_longest_line || length >= (size_t)size) {
    add(reading, bd_line_too_long, "", 0, "");
  } else if (has_control(text, length)) {
    add(reading, bd_line_with_control, "", 0, "");
  } else if (*text == '[') {
    add_section(reading, text, length);
  } else {
    memcpy(buffer, text, length);
    buffer[length] = 0;
  }
  return buffer;
}

static int take_value(void *context, const char *section, const char *name, const char *value) {
  (void)section;
  bd_line_kind kind = !value ? bd_line_without_value : *name == 0 ? bd_line_without_key : bd_line_value;
  add(context, kind, name, strlen(name), value ? value : "");
  return 1;
}

bd_lines *bd_lines_parse(const char *bytes, size_t size) {
  bd_lines *lines = calloc(1, sizeof *lines);
  if (!lines) return NULL;
  // Debian's inih has its options as variables.
  ini_use_stack = false;
  ini_max_line = bd_longest_line + 3;
  ini_initial_alloc = bd_longest_line + 3;
  ini_allow_realloc = false;
  ini_allow_multiline = false;
  ini_allow_inline_comments = false;
  ini_allow_no_value = true;
  ini_stop_on_first_error = false;
  reading reading = {bytes, bytes + size, 0, lines};
  if (size > 0 && ini_parse_stream(read_line, &reading, take_value, &reading) == -2) lines->has_failed = true;
  if (!lines->has_failed) return lines;
  bd_lines_free(lines);
  return NULL;
}

void bd_lines_free(bd_lines *lines) {
  for (size_t index = 0; index < lines->count; index++) {
    free(lines->items[index].name);
    free(lines->items[index].value);
  }
  free(lines->items);
  free(lines);
}

size_t bd_lines_count(const bd_lines *lines) { return lines->count; }

bd_line_kind bd_lines_kind(const bd_lines *lines, size_t index) {
  return index < lines->count ? lines->items[index].kind : bd_line_too_long;
}

int bd_lines_number(const bd_lines *lines, size_t index) {
  return index < lines->count ? lines->items[index].number : 0;
}

const char *bd_lines_name(const bd_lines *lines, size_t index) {
  return index < lines->count ? lines->items[index].name : "";
}

const char *bd_lines_value(const bd_lines *lines, size_t index) {
  return index < lines->count ? lines->items[index].value : "";
}
