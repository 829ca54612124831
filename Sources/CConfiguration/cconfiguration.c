#include "cconfiguration.h"
