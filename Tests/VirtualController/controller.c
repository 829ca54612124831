#include "virtualcontroller.h"
