#include "CBroker.h"
