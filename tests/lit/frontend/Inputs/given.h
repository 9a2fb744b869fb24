#define GIVEN 40
