#include "cdocument.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Bytes of the UTF-8 sequence that starts here, or 0 when it is malformed, overlong, a surrogate or cut off.
static size_t sequence_length(const unsigned char *text, size_t left) {
  unsigned char first = text[0];
  if (first < 0x80) return 1;
  size_t count = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (count == 0 || count > left) return 0;
  for (size_t index = 1; index < count; index++)
    if ((text[index] & 0xC0) != 0x80) return 0;
  if (first == 0xE0 && text[1] < 0xA0) return 0;
  if (first == 0xED && text[1] >= 0xA0) return 0;
  if (first == 0xF0 && text[1] < 0x90) return 0;
  if (first == 0xF4 && text[1] >= 0x90) return 0;
  return count;
}

/// Looks for what cJSON would accept but the tree could not show, or would pay too much for.
static bd_document_status examine(const unsigned char *text, size_t length, size_t *ret_offset) {
  int inside_string = 0;
  size_t string_start = 0, depth = 0, values = 1;
  for (size_t offset = 0; offset < length;) {
    *ret_offset = offset;
    unsigned char byte = text[offset];
    if (byte == 0) return BD_DOCUMENT_NUL;
    size_t count = sequence_length(text + offset, length - offset);
    if (count == 0) return BD_DOCUMENT_UTF8;
    if (inside_string) {
      if (byte == '\\') {
        if (length - offset >= 6 && memcmp(text + offset, "\\u0000", 6) == 0) return BD_DOCUMENT_NUL;
        // The escaped character is skipped unless it needs the checks above itself.
        if (offset + 1 < length && text[offset + 1] != 0 && text[offset + 1] < 0x80) count = 2;
      } else if (byte == '"') {
        inside_string = 0;
      }
    } else if (byte == '"') {
      inside_string = 1;
      string_start = offset;
    } else if (byte == '[' || byte == '{') {
      values++;
      if (++depth > BD_DOCUMENT_DEPTH_LIMIT) return BD_DOCUMENT_DEPTH;
    } else if (byte == ']' || byte == '}') {
      if (depth > 0) depth--;
    } else if (byte == ',') {
      values++;
    }
    if (values > BD_DOCUMENT_VALUE_LIMIT) return BD_DOCUMENT_VALUES;
    offset += count;
  }
  *ret_offset = string_start;
  return inside_string ? BD_DOCUMENT_STRING : BD_DOCUMENT_OK;
}

static bd_document_place place_of(const unsigned char *text, size_t length, size_t offset) {
  bd_document_place place = {1, 1, 0};
  if (offset > length) offset = length;
  for (size_t index = 0; index < offset; index++) {
    if (text[index] == '\n') {
      place.line++;
      place.column = 1;
    } else if ((text[index] & 0xC0) != 0x80) {
      place.column++;
    }
  }
  if (offset < length) place.byte = text[offset];
  return place;
}

static int is_white_space(unsigned char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }

static size_t skip_white_space(const unsigned char *text, size_t length, size_t offset) {
  while (offset < length && is_white_space(text[offset])) offset++;
  return offset;
}

/// cJSON points one beyond the character that stands where a member's name should: back to it.
static size_t fault_offset(const unsigned char *text, size_t length, size_t offset) {
  if (offset > length) return length;
  int inside_string = 0;
  unsigned char before = 0, last = 0;  // the last two characters that are not white space
  for (size_t index = 0; index < offset; index++) {
    unsigned char byte = text[index];
    if (byte == '"') inside_string = !inside_string;
    if (inside_string && byte == '\\') index++;
    if (is_white_space(byte)) continue;
    before = last;
    last = byte;
  }
  int is_name_place = before == '{' || (before == ',' && last != '[' && last != '{');
  return offset > 0 && !inside_string && is_name_place && last == text[offset - 1] ? offset - 1 : offset;
}

static bd_document_status parse(const unsigned char *text, size_t length, bd_node **ret_root, size_t *ret_offset) {
  if (skip_white_space(text, length, 0) == length) {
    *ret_offset = 0;
    return BD_DOCUMENT_EMPTY;
  }
  bd_document_status status = examine(text, length, ret_offset);
  if (status != BD_DOCUMENT_OK) return status;
  // cJSON 1.7.15 can look a few bytes beyond the length it is told; these zeros are ours to be looked at.
  enum { PADDING = 16 };
  char *copy = malloc(length + PADDING);
  if (!copy) {
    *ret_offset = 0;
    return BD_DOCUMENT_MEMORY;
  }
  memcpy(copy, text, length);
  memset(copy + length, 0, PADDING);
  const char *end = copy;
  cJSON *root = cJSON_ParseWithLengthOpts(copy, length + 1, &end, 0);
  size_t offset = end ? (size_t)(end - copy) : 0;
  free(copy);
  offset = skip_white_space(text, length, root ? offset : fault_offset(text, length, offset));
  *ret_offset = offset;
  if (!root) return offset == length ? BD_DOCUMENT_TRUNCATED : BD_DOCUMENT_SYNTAX;
  if (offset != length) {
    cJSON_Delete(root);
    return BD_DOCUMENT_TRAILING;
  }
  *ret_root = root;
  return BD_DOCUMENT_OK;
}

bd_document_status bd_document_parse(
    const void *bytes, size_t length, bd_node **ret_root, bd_document_place *ret_place) {
  const unsigned char *text = bytes;
  if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
    text += 3;
    length -= 3;
  }
  size_t offset = 0;
  bd_document_status status = parse(text, length, ret_root, &offset);
  if (status != BD_DOCUMENT_OK) *ret_place = place_of(text, length, offset);
  return status;
}

void bd_document_free(bd_node *root) { cJSON_Delete(root); }

bd_node_type bd_node_get_type(const bd_node *node) {
  switch (node->type & 0xFF) {
    case cJSON_False:
    case cJSON_True: return BD_NODE_BOOLEAN;
    case cJSON_Number: return BD_NODE_NUMBER;
    case cJSON_String: return BD_NODE_TEXT;
    case cJSON_Array: return BD_NODE_ARRAY;
    case cJSON_Object: return BD_NODE_OBJECT;
    default: return BD_NODE_NULL;
  }
}

const bd_node *bd_node_first(const bd_node *node) { return node->child; }
const bd_node *bd_node_next(const bd_node *node) { return node->next; }

const bd_node *bd_node_member(const bd_node *object, const char *name) {
  return cJSON_IsObject(object) ? cJSON_GetObjectItemCaseSensitive(object, name) : NULL;
}

const char *bd_node_name(const bd_node *node) { return node->string; }

const char *bd_node_repeated_name(const bd_node *object) {
  enum { MEMBER_LIMIT = 128 };
  if (!cJSON_IsObject(object)) return NULL;
  size_t count = 0;
  for (const cJSON *member = object->child; member; member = member->next)
    if (++count > MEMBER_LIMIT) return NULL;
  for (const cJSON *member = object->child; member; member = member->next)
    for (const cJSON *other = member->next; other; other = other->next)
      if (member->string && other->string && strcmp(member->string, other->string) == 0) return member->string;
  return NULL;
}

int bd_node_is_true(const bd_node *node) { return cJSON_IsTrue(node) ? 1 : 0; }
const char *bd_node_text(const bd_node *node) { return cJSON_IsString(node) ? node->valuestring : NULL; }

int bd_node_is_whole(const bd_node *node) {
  if (!cJSON_IsNumber(node) || !(node->valuedouble > -1e15 && node->valuedouble < 1e15)) return 0;
  return (double)(int64_t)node->valuedouble == node->valuedouble;
}

int bd_node_scaled(const bd_node *node, int exponent, int64_t *ret_value) {
  static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
  if (!cJSON_IsNumber(node) || exponent < 0 || exponent > 9) return -1;
  double value = node->valuedouble * powers[exponent];
  // Not finite fails this too: every comparison with a NaN is false.
  if (!(value > -9e18 && value < 9e18)) return -1;
  // Within ±9e18 the conversion is defined; it cuts toward zero, so a half is added first.
  *ret_value = (int64_t)(value < 0 ? value - 0.5 : value + 0.5);
  return 0;
}

void bd_node_number_text(const bd_node *node, char *buffer, size_t size) {
  if (size == 0) return;
  buffer[0] = 0;
  if (cJSON_IsNumber(node)) snprintf(buffer, size, "%.12g", node->valuedouble);
}
