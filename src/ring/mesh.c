#include "ring/mesh.h"

#include "base/memory.h"

#include <string.h>

bool wwMeshAdopt(WwMeshList *list, WwMesh *mesh, WwMeshVertex *vertices, uint32_t vertexCount,
    uint32_t *indices, uint32_t indexCount) {
    memset(mesh, 0, sizeof *mesh);
    if (!wwOrphansAddOwner(&list->orphans)) {
        wwFree(vertices);
        wwFree(indices);
        return false;
    }
    mesh->vertices = vertices;
    mesh->vertexCount = vertexCount;
    mesh->indices = indices;
    mesh->indexCount = indexCount;
    mesh->next = list->first;
    list->first = mesh;
    return true;
}

void wwMeshDestroy(WwMeshList *list, WwMesh *mesh) {
    if (!mesh->vertices) return;
    for (WwMesh **link = &list->first; *link; link = &(*link)->next) {
        if (*link != mesh) continue;
        *link = mesh->next;
        break;
    }
    wwOrphansRemoveOwner(&list->orphans, mesh->lead ? 0 : mesh->buffer);
    wwFree(mesh->vertices);
    wwFree(mesh->indices);
    memset(mesh, 0, sizeof *mesh);
}

void wwMeshJoin(WwMeshList *list, WwMesh *lead, WwMesh *mesh) {
    WwOrphans *orphans = &list->orphans;
    if (lead->buffer) orphans->handles[orphans->count++] = lead->buffer;
    WwMesh *last = lead;
    while (last->joined) last = last->joined;
    last->joined = mesh;
    mesh->lead = lead;
    mesh->firstVertex = last->firstVertex + last->vertexCount;
    mesh->firstIndex = last->firstIndex + last->indexCount;
    for (WwMesh *one = lead; one; one = one->joined) one->buffer = 0;
}
