/** The patch that two faces share: its area, its center, its moments. */
export { computeContactPatch } from './contact-patch.ts'
export { addPatchGradient, PatchGradient } from './patch-gradient.ts'
export {
  ContactPatch,
  PATCH_CENTER,
  PATCH_DEPTH,
  PATCH_LENGTH,
  PATCH_MOMENTS,
  PATCH_REST,
  PATCH_U,
  PATCH_V,
  PATCH_WEIGHT,
  PATCH_WIDENING,
} from './patch-workspace.ts'
export { computeTouchingPoints, MAX_TOUCHING } from './touching-points.ts'
