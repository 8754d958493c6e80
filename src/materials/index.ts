/** Materials: contact data, visual properties, and pairs. */
export { type Color, parseColor, type Rgb, toLinear } from './color.ts'
export {
  type ContactPairs,
  contactPairs,
  type DamperLaw,
  type ElasticPairData,
  type ObserverPair,
  type ObserverPairData,
  type PairValues,
  type ResponseName,
} from './contact-pair-table.ts'
export {
  assertSolidMaterial,
  createMaterialTables,
  findContactPair,
  findSolidMaterial,
  type MaterialTables,
} from './material-tables.ts'
export { type SolidMaterial, type SolidMaterials, solidMaterials } from './solid-materials.ts'
export {
  findVisualMaterial,
  type VisualMaterial,
  type VisualMaterials,
  visualMaterials,
} from './visual-material.ts'
