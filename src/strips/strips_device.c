/* strips_device.c - the table of devices, made from the file names. */
#include "strips/strips_device.h"

#define DEVICE(NAME) extern const struct strips_device strips_device_##NAME;
#include "strips_devices.inc"
#undef DEVICE

#define DEVICE(NAME) &strips_device_##NAME,
static const struct strips_device *const devices[] = {
#include "strips_devices.inc"
    NULL};
#undef DEVICE

const struct strips_device *const *strips_devices(void)
{
    return devices;
}
