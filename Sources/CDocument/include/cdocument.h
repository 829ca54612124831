// JSON documents through cJSON, behind integers and bounded text: no double crosses this boundary.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// One value of a parsed document. The root owns all others; free it with `bd_document_free`.
typedef struct cJSON bd_node;

enum {
  /// Arrays and objects within each other; a site's documents need 5.
  BD_DOCUMENT_DEPTH_LIMIT = 64,
  /// Values in one document; each costs about 100 bytes of memory.
  BD_DOCUMENT_VALUE_LIMIT = 1000000
};

typedef enum {
  BD_DOCUMENT_OK = 0,
  BD_DOCUMENT_EMPTY,       ///< nothing but white space
  BD_DOCUMENT_SYNTAX,      ///< not JSON at this place
  BD_DOCUMENT_TRUNCATED,   ///< the text ends inside a value
  BD_DOCUMENT_STRING,      ///< a string without its closing quote; the place is the opening one
  BD_DOCUMENT_TRAILING,    ///< something follows the value
  BD_DOCUMENT_NUL,         ///< a NUL character, raw or as \u0000: C text would end there
  BD_DOCUMENT_UTF8,        ///< bytes that are not UTF-8
  BD_DOCUMENT_DEPTH,       ///< nested deeper than BD_DOCUMENT_DEPTH_LIMIT
  BD_DOCUMENT_VALUES,      ///< more than BD_DOCUMENT_VALUE_LIMIT values
  BD_DOCUMENT_MEMORY       ///< no memory left
} bd_document_status;

/// Where a document is at fault: line and column from 1, the column in characters.
typedef struct {
  int32_t line;
  int32_t column;
  /// The byte there; 0 at the end.
  uint8_t byte;
} bd_document_place;

typedef enum {
  BD_NODE_NULL = 0,
  BD_NODE_BOOLEAN,
  BD_NODE_NUMBER,
  BD_NODE_TEXT,
  BD_NODE_ARRAY,
  BD_NODE_OBJECT
} bd_node_type;

/// Parses `length` bytes of UTF-8 (a byte order mark is accepted, a final NUL is not needed).
/// On success the root is in `ret_root`; otherwise `ret_place` says where the fault is.
bd_document_status bd_document_parse(
    const void *bytes, size_t length, bd_node **ret_root, bd_document_place *ret_place);
void bd_document_free(bd_node *root);

bd_node_type bd_node_get_type(const bd_node *node);
/// First element of an array or member of an object, or NULL.
const bd_node *bd_node_first(const bd_node *node);
/// The element or member after this one, or NULL.
const bd_node *bd_node_next(const bd_node *node);
/// The member of that name (case matters), the first if there are several; NULL when there is none.
const bd_node *bd_node_member(const bd_node *object, const char *name);
/// The name of an object's member, valid until the document is freed; NULL for other nodes.
const char *bd_node_name(const bd_node *node);
/// The name of a member that occurs again in the same object, or NULL. Objects of more than 128 members are not
/// examined (the comparison is quadratic).
const char *bd_node_repeated_name(const bd_node *object);

/// 1 when a boolean is true.
int bd_node_is_true(const bd_node *node);
/// A string's text, valid until the document is freed; NULL for other types.
const char *bd_node_text(const bd_node *node);
/// 1 when a number is a whole number of at most 15 digits.
int bd_node_is_whole(const bd_node *node);
/// A number times 10^`exponent` (0…9), rounded to nearest: 0, or -1 when it is no number, not finite or beyond ±9e18.
int bd_node_scaled(const bd_node *node, int exponent, int64_t *ret_value);
/// A number in decimal with up to 12 digits, for messages; cut to `size` bytes with the final NUL.
void bd_node_number_text(const bd_node *node, char *buffer, size_t size);
