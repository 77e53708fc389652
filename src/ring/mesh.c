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
    wwOrphansRemoveOwner(&list->orphans, mesh->buffer);
    wwFree(mesh->vertices);
    wwFree(mesh->indices);
    memset(mesh, 0, sizeof *mesh);
}
