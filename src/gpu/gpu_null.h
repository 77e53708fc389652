#pragma once

#include "gpu/gpu.h"

// What was uploaded into a plain texture of the null twin.
const void *wwGpuNullTexels(const WwGpu *gpu, uint32_t texture);
