#include "base/memory.h"
#include "frame/kit.h"

static void addCounts(ww_Stats *stats, const WwFamilyCounts *counts) {
    stats->dropped += counts->dropped;
    stats->expired += counts->expired;
    stats->rejected += counts->rejected;
}

static void countGpu(ww_Stats *stats, const WwGpu *gpu) {
    stats->drawCalls = gpu->counters.drawCalls;
    stats->instances = gpu->counters.instances;
    stats->vertices = gpu->counters.vertices;
    stats->uploadBytes = gpu->counters.uploadBytes;
    stats->recordBytes = gpu->counters.recordBytes;
    stats->gpuBytes = gpu->gpuBytes;
}

void wwStatsUpdate(ww_Kit *kit) {
    ww_Stats *stats = &kit->stats;
    const WwFamilyCounts trails = wwTrailsCounts(kit->trails);
    const WwFamilyCounts beams = wwBeamsCounts(kit->beams);
    const WwFamilyCounts particles = wwParticlesCounts(kit->particles);
    const WwForestCounts forests = wwForestsCounts(kit->forests);
    stats->trails = trails.live;
    stats->trailPoints = trails.records;
    stats->trailResets = kit->trails->resets;
    stats->trailOverwritten = kit->trails->overwritten;
    stats->trailExpired = trails.expired;
    stats->trailSkipped = kit->trails->skipped;
    stats->beams = beams.live;
    stats->emitters = particles.records;
    stats->particles = particles.live;
    stats->trees = forests.trees;
    stats->meshTrees = forests.meshTrees;
    stats->impostors = forests.impostors;
    stats->effectTriangles = kit->effectTriangles;
    stats->trianglesCut = kit->trianglesCut;
    stats->dropped = kit->trianglesCut + (double)kit->draws.dropped + forests.dropped;
    stats->rejected = kit->transforms.rejected;
    stats->expired = 0;
    addCounts(stats, &trails);
    addCounts(stats, &beams);
    addCounts(stats, &particles);
    stats->eventsDropped = kit->shared.events.dropped;
    countGpu(stats, kit->gpu);
    stats->allocations = wwAllocCount();
}
