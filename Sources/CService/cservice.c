#include "cservice.h"
