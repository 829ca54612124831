// Embedded Swift's swift_bridgeObjectRetain returns the object without its tag bits, but the compiler takes it to return
// what it was given (LLVM's "returned") and goes on with that: a short string, which is nothing but tag bits and text,
// then comes out damaged. Seen with Swift 6.3 on arm64. The runtime's functions are weak symbols, so these count.
#ifdef BLUEDOT_EMBEDDED
#include <stdint.h>

void *swift_retain(void *object);
void *swift_retain_n(void *object, uint32_t count);
void *swift_bridgeObjectRetain(void *object);
void *swift_bridgeObjectRetain_n(void *object, uint32_t count);

/// The object on the heap that is meant; NULL: nothing is counted, as with short and constant strings.
static void *counted(void *object) {
  const uint64_t bits = (uint64_t)(uintptr_t)object;
  // The highest bit tells of no counting; below it are 7 bits of flags that no address of a program has, and 3 of its
  // alignment.
  return bits >> 63 != 0 ? (void *)0 : (void *)(uintptr_t)(bits & 0x00FFFFFFFFFFFFF8);
}

void *swift_bridgeObjectRetain(void *object) {
  void *plain = counted(object);
  if (plain) swift_retain(plain);
  return object;
}

void *swift_bridgeObjectRetain_n(void *object, uint32_t count) {
  void *plain = counted(object);
  if (plain) swift_retain_n(plain, count);
  return object;
}
#else
/// Normal mode has Swift's own runtime.
typedef int bd_nothing;
#endif
