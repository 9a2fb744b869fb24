#pragma once
#define ON_DISK 2
