#include "ring/mesh.h"

#include "base/memory.h"

#include <string.h>

void wwMeshAdopt(WwMeshList *list, WwMesh *mesh, WwMeshVertex *vertices, uint32_t vertexCount,
    uint32_t *indices, uint32_t indexCount) {
    memset(mesh, 0, sizeof *mesh);
    mesh->vertices = vertices;
    mesh->vertexCount = vertexCount;
    mesh->indices = indices;
    mesh->indexCount = indexCount;
    mesh->next = list->first;
    list->first = mesh;
}

void wwMeshDestroy(WwMeshList *list, WwMesh *mesh) {
    if (!mesh->vertices) return;
    for (WwMesh **link = &list->first; *link; link = &(*link)->next) {
        if (*link != mesh) continue;
        *link = mesh->next;
        break;
    }
    if (mesh->buffer && list->orphanCount < sizeof list->orphans / sizeof *list->orphans) {
        list->orphans[list->orphanCount++] = mesh->buffer;
    }
    wwFree(mesh->vertices);
    wwFree(mesh->indices);
    memset(mesh, 0, sizeof *mesh);
}
