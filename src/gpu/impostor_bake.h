// Renders the impostor pictures of forests, some in each draw.
#pragma once

#include "effects/forest/forest.h"
#include "gpu/gpu.h"

// Between begin and the draws of a frame, after the uploads. True while pictures are left to bake.
bool wwImpostorBakeStep(WwForests *forests, WwGpu *gpu);
