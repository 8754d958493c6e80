/** Overlays, shown on demand: frames, joints, contacts, trails, boxes and names. */
export { LabelLayer } from './label-layer.ts'
export { DEFAULT_LOOK, type SceneLook, type Shown } from './look.ts'
export { isInside, type OverlayState } from './overlay.ts'
export { listShown, OverlaySet } from './overlay-set.ts'
