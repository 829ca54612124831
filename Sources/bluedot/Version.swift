/// The program's version, as `bluedot --version` and the status message tell it.
let version = "0.1.0"
