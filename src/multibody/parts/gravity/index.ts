/** Fields of gravity. */
export { FunctionGravityField } from './function-gravity-field.ts'
export type { Gravity } from './gravity.ts'
export { GRAVITY_FIELDS, type GravityField, readGravity } from './gravity-fields.ts'
export { NoGravityField } from './no-gravity-field.ts'
export { PointGravityField } from './point-gravity-field.ts'
export { UniformGravityField } from './uniform-gravity-field.ts'
