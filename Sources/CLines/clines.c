#include "clines.h"
