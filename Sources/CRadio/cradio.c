#include "cradio.h"
