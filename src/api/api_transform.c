#include "frame/kit.h"

ww_Transform *ww_transforms(ww_Kit *kit) {
    return kit->transforms.current;
}

ww_TransformId ww_createTransform(ww_Kit *kit) {
    return (ww_TransformId){wwTransformAdd(&kit->transforms)};
}

uint32_t ww_transformSlot(ww_Kit *kit, ww_TransformId transform) {
    return wwPoolSlot(&kit->transforms.pool, transform.raw);
}

ww_Status ww_destroyTransform(ww_Kit *kit, ww_TransformId transform) {
    return wwTransformRemove(&kit->transforms, transform.raw);
}

ww_Status ww_setTransformParent(ww_Kit *kit, ww_TransformId transform, ww_TransformId parent) {
    return wwTransformSetParent(&kit->transforms, transform.raw, parent.raw);
}
