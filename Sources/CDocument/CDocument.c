#include "CDocument.h"
