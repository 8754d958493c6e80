/** Materials of bodies: properties for masses and contact forces. */

/** Substance of a body. Omitted properties are unknown. */
export interface SolidMaterial {
  /** [kg/m³] */
  readonly density?: number
  /** [Pa] */
  readonly YoungsModulus?: number
  /** [1] */
  readonly PoissonsRatio?: number
  /** [K] */
  readonly meltingPoint?: number
  /** [J/(kg.K)] */
  readonly specificHeatCapacity?: number
  /** [W/(m.K)] */
  readonly thermalConductivity?: number
  /** [1/K] */
  readonly linearThermalExpansionCoefficient?: number
}

/** Materials by name. */
export type SolidMaterials = Readonly<Record<string, SolidMaterial>>

const BILLIARD_WOOD: SolidMaterial = { density: 700, YoungsModulus: 1.1e10, PoissonsRatio: 0.4 }

/**
 * The materials of every scene; materials of a scene override them. `Observer` is not a substance: a volume without
 * mass and stiffness, which only detects what enters it.
 */
export const solidMaterials: SolidMaterials = {
  Steel: {
    density: 8000,
    YoungsModulus: 2.0e11,
    PoissonsRatio: 0.3,
    meltingPoint: 1640,
    specificHeatCapacity: 500,
    thermalConductivity: 50,
    linearThermalExpansionCoefficient: 1.2e-5,
  },
  Aluminium: {
    density: 2700,
    YoungsModulus: 6.9e10,
    PoissonsRatio: 0.32,
    meltingPoint: 933,
    specificHeatCapacity: 897,
    thermalConductivity: 237,
    linearThermalExpansionCoefficient: 2.31e-5,
  },
  DryWood: {
    density: 700,
    YoungsModulus: 1.1e10,
    PoissonsRatio: 0.4,
    meltingPoint: 570,
    specificHeatCapacity: 1700,
    thermalConductivity: 0.1,
    linearThermalExpansionCoefficient: 5.0e-6,
  },
  BilliardCushion: BILLIARD_WOOD,
  BilliardTable: BILLIARD_WOOD,
  BilliardBall: { density: 1768, YoungsModulus: 5.4e9, PoissonsRatio: 0.34 },
  BilliardCue: BILLIARD_WOOD,
  Observer: { density: 0, YoungsModulus: 0, PoissonsRatio: 0 },
}
