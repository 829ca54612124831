import Testing

@testable import Host

struct BootIDTests {
  @Test func readsAUUID() {
    let id = Clock.uuid(Array("0123abcd-4567-89AB-cdef-0011223344ff\n".utf8))
    #expect(id?.high == 0x0123_ABCD_4567_89AB)
    #expect(id?.low == 0xCDEF_0011_2233_44FF)
  }

  @Test(arguments: ["", "0123abcd-4567-89ab-cdef-0011223344f", "0123abcd-4567-89ab-cdef-0011223344ff0", "no uuid at all"])
  func anythingElseIsNone(text: String) {
    #expect(Clock.uuid(Array(text.utf8)) == nil)
  }

  @Test func theKernelHasOneAndItStays() {
    let id = Clock.bootID
    #expect(id.high != 0)
    #expect(Clock.bootID == id)
  }
}
