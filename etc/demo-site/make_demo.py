#!/usr/bin/env python3
"""Make the demo site from a positioning session: documents, recording and ground truth.

usage: make_demo.py SESSION_DIR OUT_DIR

SESSION_DIR holds beacons.csv (id,x,y,z in metres), events.csv (t in seconds, beacon id, RSSI in dBm) and truth.csv
(t,x,y): the robot's run through the flat, see NOTICE.md. OUT_DIR gets maps.json, beacons.json, zones.json,
vbeacons.json, walk.btsnoop and truth.csv (epochMs,x,y in the map's frame). The same input gives the same bytes.
"""
import csv
import json
import math
import os
import struct
import sys
import uuid

EPOCH_MS = 1767600000000  # 2026-01-05T08:00:00Z, the time of t = 0
BTSNOOP_EPOCH_US = 0x00DCDDB30F2F8000  # 1970-01-01 in btsnoop's count of microseconds
PPM = 20.0
MARGIN = 2.0  # metres of map around everything that was measured
MEASURED_POWER = -59  # dBm at 1 m, written into every advertisement; the recording's own is not known
NAMES = uuid.UUID("6c1f6a4e-6a0d-4e0c-9d59-6c0a3c2f1e11")
BEACON_UUID = uuid.uuid5(NAMES, "beacons")

# The place on Earth is invented: a field.
LATITUDE, LONGITUDE = 50.0, 15.0
METRES_PER_DEGREE = 6371008.8 * math.pi / 180

# Ours, drawn along the flat's walls; metres of the session's frame.
ZONES = {
    "West room": [(0.0, 2.18), (2.58, 2.18), (2.58, 7.1), (0.0, 7.1)],
    "North rooms": [(0.0, 0.0), (6.22, 0.0), (6.22, 2.07), (0.0, 2.07)],
    "Middle room": [(2.7, 2.12), (6.27, 2.12), (6.27, 7.1), (2.7, 7.1)],
    "East room": [(6.37, 4.19), (9.07, 4.19), (9.07, 7.1), (6.37, 7.1)],
}
# Name, place, power (None: the default), message, URL.
VIRTUAL_BEACONS = [
    ("Dock", (1.0, 6.3), None, "The walk starts and ends here", None),
    ("Middle room door", (3.6, 2.5), 0, "Please keep the door clear", None),
    ("East wall", (8.2, 5.8), None, "The far end of the flat", "https://example.com/demo/east"),
]


def rows(folder, name):
    with open(os.path.join(folder, name), newline="") as file:
        return list(csv.DictReader(file))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    session, out = sys.argv[1:]
    beacons, events, truth = (rows(session, name) for name in ("beacons.csv", "events.csv", "truth.csv"))
    truth = [row for row in truth if row["x"]]
    xs = [float(row["x"]) for row in beacons + truth]
    ys = [float(row["y"]) for row in beacons + truth]
    left, top = min(xs) - MARGIN, min(ys) - MARGIN
    width = math.ceil((max(xs) + MARGIN - left) * PPM)
    height = math.ceil((max(ys) + MARGIN - top) * PPM)

    def made(kind, name=""):
        return str(uuid.uuid5(NAMES, "demo " + kind + " " + name))

    owner = {"site_id": made("site"), "org_id": made("org")}
    on_map = {"map_id": made("map"), **owner}

    def pixels(x, y):
        return {"x": round((float(x) - left) * PPM, 2), "y": round((float(y) - top) * PPM, 2)}

    def write(name, elements):
        with open(os.path.join(out, name), "w") as file:
            json.dump(elements, file, indent=1)
            file.write("\n")

    south = LATITUDE - height / PPM / METRES_PER_DEGREE
    east = LONGITUDE + width / PPM / METRES_PER_DEGREE / math.cos(math.radians(LATITUDE))
    write("maps.json", [{
        "id": made("map"), "name": "Flat", "type": "image", "ppm": PPM, "width": width, "height": height, "level": 0,
        "orientation": 0, "latlng_tl": {"lat": LATITUDE, "lng": LONGITUDE},
        "latlng_br": {"lat": round(south, 9), "lng": round(east, 9)}, **owner}])
    write("beacons.json", [{
        "id": made("beacon", row["id"]), "name": row["id"], "type": "ibeacon", "ibeacon_uuid": str(BEACON_UUID),
        "ibeacon_major": 1, "ibeacon_minor": number, **pixels(row["x"], row["y"]), "height": float(row["z"]), **on_map}
        for number, row in enumerate(beacons, 1)])
    write("zones.json", [{
        "id": made("zone", name), "name": name, "vertices": [pixels(*corner) for corner in corners], **on_map}
        for name, corners in ZONES.items()])
    virtual = []
    for number, (name, place, power, message, url) in enumerate(VIRTUAL_BEACONS, 1):
        beacon = {"id": made("vbeacon", name), "name": name, "uuid": made("vbeacons"), "major": 1, "minor": number,
                  **pixels(*place), "power_mode": "default" if power is None else "custom", "message": message}
        if power is not None:
            beacon["power"] = power
        if url:
            beacon["url"] = url
        virtual.append({**beacon, **on_map})
    write("vbeacons.json", virtual)

    # One LE advertising report for each event: flags and an iBeacon frame.
    minors = {row["id"]: number for number, row in enumerate(beacons, 1)}
    with open(os.path.join(out, "walk.btsnoop"), "wb") as file:
        file.write(b"btsnoop\0" + struct.pack(">II", 1, 1002))
        for event in sorted(events, key=lambda row: float(row["t"])):
            minor = minors[event["id"]]
            frame = bytes([2, 1, 6, 26, 0xFF, 0x4C, 0, 2, 0x15]) + BEACON_UUID.bytes
            frame += struct.pack(">HHb", 1, minor, MEASURED_POWER)
            address = bytes([minor, 0, 1, 0, 0, 0xC0])
            rssi = round(float(event["rssi"]))
            report = bytes([3, 1]) + address + bytes([len(frame)]) + frame + struct.pack("b", rssi)
            packet = bytes([4, 0x3E, len(report) + 2, 2, 1]) + report
            time = BTSNOOP_EPOCH_US + EPOCH_MS * 1000 + round(float(event["t"]) * 1e6)
            file.write(struct.pack(">IIIIq", len(packet), len(packet), 3, 0, time) + packet)
    with open(os.path.join(out, "truth.csv"), "w") as file:
        file.write("epochMs,x,y\n")
        for row in truth:
            time = EPOCH_MS + round(float(row["t"]) * 1000)
            file.write("%d,%.3f,%.3f\n" % (time, float(row["x"]) - left, float(row["y"]) - top))


if __name__ == "__main__":
    main()
