// Configuration files, taken apart by inih into lines.
#pragma once
#include <stddef.h>

/// What a line is, or what is wrong with it.
typedef enum {
  /// A section's heading; `name` is what stands between the brackets.
  bd_line_section,
  /// A key and its value, both without blanks around them.
  bd_line_value,
  /// A heading without its closing bracket, or with something behind it.
  bd_line_bad_section,
  /// Neither heading nor comment, and no "=" in it; `name` is the text.
  bd_line_without_value,
  /// A value without a key.
  bd_line_without_key,
  /// More bytes than bd_longest_line.
  bd_line_too_long,
  /// A control character other than a tab.
  bd_line_with_control,
} bd_line_kind;

/// Bytes of a line without its end.
enum { bd_longest_line = 1000 };

typedef struct bd_lines bd_lines;

/// Takes a file's bytes apart: every line that is no comment and not blank, in order. NULL when there is no memory.
///
/// Comments begin with ";" or "#" and have their line to themselves: a value may contain both characters.
bd_lines *bd_lines_parse(const char *bytes, size_t size);
void bd_lines_free(bd_lines *lines);
size_t bd_lines_count(const bd_lines *lines);
bd_line_kind bd_lines_kind(const bd_lines *lines, size_t index);
/// Counted from 1.
int bd_lines_number(const bd_lines *lines, size_t index);
/// Never NULL; empty where there is none.
const char *bd_lines_name(const bd_lines *lines, size_t index);
const char *bd_lines_value(const bd_lines *lines, size_t index);
