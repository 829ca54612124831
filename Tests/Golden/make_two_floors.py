#!/usr/bin/env python3
"""Writes Tests/Golden/two-floors: a made-up walk over two floors with what no bundled real recording has.

Beams of an access point, Eddystone and iBeacon frames, several reports in one event, extended reports and fragments,
scan responses, foreign beacons, damaged events, absurd measured powers, missing RSSI, a silence of 45 s, a clock that is
set back two hours, and one that jumps ahead by a year. Recorded as the Linux monitor does it (datalink 2001).

usage: make_two_floors.py      (only the standard library; the same bytes every time)
"""
import json, math, os, random, struct, uuid

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "two-floors")
R = random.Random(20260105)
EPOCH_US = 1767600000000000
BTSNOOP_EPOCH_US = 0x00DCDDB30F2F8000
ORG, SITE = "0b7c2f6e-55f0-4b51-9d13-0f3f5a3b9c00", "7a3c1d2e-1111-4222-8333-944455556666"
MAPS = ["11111111-2222-4333-8444-55555555500%d" % i for i in range(2)]
AP_UUID = uuid.UUID("5e1f0000-aaaa-4bbb-8ccc-123456789abc")
IB_UUID = uuid.UUID("6c1f6a4e-6a0d-4e0c-9d59-6c0a3c2f1e11")
NAMESPACE = bytes.fromhex("00112233445566778899")
PPM, W, H = 20.0, 30.0, 20.0


def px(v):
    return round(v * PPM, 3)


def site():
    ref = {"org_id": ORG, "site_id": SITE}
    maps = [dict(id=MAPS[i], name=["Ground", "Upper"][i], type="image", ppm=PPM, width=int(W * PPM), height=int(H * PPM),
                 width_m=W, height_m=H, orientation=90 * i, level=i, **ref) for i in range(2)]
    maps[0]["latlng_tl"], maps[0]["latlng_br"] = {"lat": 50.0, "lng": 15.0}, {"lat": 49.99982014, "lng": 15.00041883}
    beacons, k = [], 0
    for i, (x, y) in enumerate([(3, 3), (15, 2), (27, 3), (3, 17), (15, 18), (27, 17)]):
        beacons.append(dict(id=str(uuid.UUID(int=100 + i)), name="g%d" % i, map_id=MAPS[0], type="ibeacon", x=px(x), y=px(y),
                            ibeacon_uuid=str(IB_UUID), ibeacon_major=7, ibeacon_minor=i + 1, height=2.5, **ref))
    for i, (x, y) in enumerate([(4, 4), (15, 4), (26, 4), (4, 16), (15, 16), (26, 16)]):
        beacons.append(dict(id=str(uuid.UUID(int=200 + i)), name="u%d" % i, map_id=MAPS[1], type="eddystone-uid", x=px(x),
                            y=px(y), eddystone_namespace=NAMESPACE.hex(), eddystone_instance="%012x" % (i + 1), power=-62, **ref))
    device = dict(id=str(uuid.UUID(int=300)), mac="5c5b35000001", name="AP hall", map_id=MAPS[0], type="ap", x=px(15), y=px(10),
                  orientation=0, height=3.0, ble_stat=dict(uuid=str(AP_UUID), major=1, minors=list(range(11, 20)), beams=9,
                                                           power=8, beacon_rate=4), **ref)
    zone = lambda i, name, m, pts: dict(id=str(uuid.UUID(int=400 + i)), name=name, map_id=MAPS[m],
                                        vertices=[dict(x=px(x), y=px(y)) for x, y in pts], **ref)
    zones = [zone(0, "Lobby", 0, [(0, 0), (10, 0), (10, 20), (0, 20)]), zone(1, "Workshop", 0, [(19, 0), (30, 0), (30, 20), (19, 20)]),
             zone(2, "Gallery", 1, [(18, 0), (30, 0), (30, 20), (18, 20)]), zone(3, "Study", 1, [(0, 0), (9, 0), (9, 20), (0, 20)])]
    vb = lambda i, name, m, x, y, **more: dict(id=str(uuid.UUID(int=500 + i)), name=name, map_id=MAPS[m], x=px(x), y=px(y),
                                               uuid=str(uuid.UUID(int=600)), major=1, minor=i, **more, **ref)
    vbeacons = [vb(1, "Reception", 0, 4, 10, message="Welcome", power=4, power_mode="default"),
                vb(2, "Lathe", 0, 25, 10, power=-4, power_mode="custom", url="https://example.org/lathe"),
                vb(3, "Exhibit \u00fc \"7\"", 1, 25, 10, power=4, power_mode="default", message="line\nbreak")]
    for name, value in (("maps", maps), ("beacons", beacons), ("devices", [device]), ("zones", zones), ("vbeacons", vbeacons)):
        with open(os.path.join(HERE, name + ".json"), "w") as f:
            json.dump(value, f, indent=1)
            f.write("\n")
    return beacons


def ibeacon(u, major, minor, power):
    return bytes([2, 1, 6, 26, 0xFF, 0x4C, 0, 2, 0x15]) + u.bytes + struct.pack(">HHb", major, minor, power)


def eddystone(instance, power):
    return bytes([2, 1, 6, 3, 3, 0xAA, 0xFE, 0x17, 0x16, 0xAA, 0xFE, 0]) + struct.pack("b", power + 41) + NAMESPACE + \
        struct.pack(">Q", instance)[2:] + b"\0\0"


def address(n):
    return struct.pack("<Q", 0xC00000000000 + n)[:6]


def report(n, adv, rssi, kind=3):
    return bytes([kind, 1]) + address(n) + bytes([len(adv)]) + adv + struct.pack("b", rssi)


def legacy(*reports):
    body = bytes([2, len(reports)]) + b"".join(reports)
    return bytes([0x3E, len(body)]) + body


def extended(n, adv, rssi, status=0):
    body = bytes([0x0D, 1]) + struct.pack("<H", status << 5) + bytes([1]) + address(n) + bytes([1, 2, 5, 127]) + \
        struct.pack("b", rssi) + struct.pack("<H", 0) + bytes([0]) + bytes(6) + bytes([len(adv)]) + adv
    return bytes([0x3E, len(body)]) + body


def walk(t):
    """Where the board is: (map, x, y), or None where it hears nothing."""
    legs = [(0, 70, 0, (3, 10), (27, 10)), (70, 82, 0, (27, 10), (27, 10)), (82, 150, 1, (27, 10), (4, 10)),
            (150, 195, None, None, None), (195, 230, 1, (4, 10), (4, 5))]
    for t0, t1, m, a, b in legs:
        if t0 <= t < t1:
            if m is None:
                return None
            f = (t - t0) / (t1 - t0)
            return m, a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f
    return None


def heard(place, m, x, y, power, loss=0.0):
    floor, bx, by = place
    d = math.sqrt((bx - x) ** 2 + (by - y) ** 2 + 1.5 ** 2 + (9 if floor != m else 0))
    r = power - 22 * math.log10(d) - (16 if floor != m else 0) - loss + R.gauss(0, 3)
    return round(r) if r > -97 else None


def main():
    beacons, out = site(), []
    for tick in range(0, 230 * 5):
        t = tick / 5
        place = walk(t)
        at = int(t * 1e6)
        if place is None:
            continue
        pending = []
        for i, b in enumerate(beacons):
            if R.random() > 0.5:
                continue
            m, x, y = MAPS.index(b["map_id"]), b["x"] / PPM, b["y"] / PPM
            power = -62 if m else -59
            r = heard(place, m, x, y, power)
            if r is None:
                continue
            if m:
                pending.append((20 + i, eddystone(int(b["eddystone_instance"], 16), power), r))
            else:
                # Two of them were given their transmit power for the power at 1 m.
                pending.append((i, ibeacon(IB_UUID, 7, b["ibeacon_minor"], {2: 0, 5: -3}.get(i, power)), r))
        for beam in range(9):
            if R.random() > 0.3:
                continue
            bearing = math.atan2(place[1] - 15, -(place[2] - 10))
            loss = 0 if beam == 8 else 6 * (1 - math.cos(bearing - beam * math.pi / 4))
            r = heard(place, 0, 15, 10, -52, loss)
            if r is not None:
                pending.append((60 + beam, ibeacon(AP_UUID, 1, 11 + beam, -52), r))
        while pending:
            n, adv, r = pending.pop(0)
            us = at + R.randrange(0, 150000)
            kind = R.random()
            if kind < 0.2 and pending:
                n2, adv2, r2 = pending.pop(0)
                out.append((us, legacy(report(n, adv, r), report(n2, adv2, r2))))
            elif kind < 0.4:
                out.append((us, extended(n, adv, r)))
            elif kind < 0.45:
                out.append((us, extended(n, adv[:12], r, status=1)))
                out.append((us + 400, extended(n, adv[12:], r)))
            elif kind < 0.47:
                out.append((us, legacy(report(n, adv, 127))))
            else:
                out.append((us, legacy(report(n, adv, r))))
            if R.random() < 0.1:
                out.append((us + 700, legacy(report(n, b"\x05\x09abcd", r, kind=4))))
        if tick % 5 == 0:
            foreign = ibeacon(uuid.UUID(int=R.getrandbits(128)), 1, 1, -59)
            out.append((at + 500, legacy(report(90, foreign, -70))))
            out.append((at + 600, legacy(report(91, foreign, -70))[:R.randrange(2, 30)]))
    out.sort(key=lambda p: p[0])
    with open(os.path.join(HERE, "walk.btsnoop"), "wb") as f:
        f.write(b"btsnoop\0" + struct.pack(">II", 1, 2001))
        for us, packet in out:
            if us >= 60_000_000:
                us -= 2 * 3600 * 1_000_000  # somebody set the clock back
            if us >= 110_000_000 - 2 * 3600 * 1_000_000 and us < 0:
                us += 365 * 86400 * 1_000_000 + 2 * 3600 * 1_000_000  # and then ahead
            f.write(struct.pack(">IIIIq", len(packet), len(packet), 3, 0, BTSNOOP_EPOCH_US + EPOCH_US + us) + packet)
    print("%d packets" % len(out))


if __name__ == "__main__":
    main()
