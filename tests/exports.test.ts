/**
 * Guards the public surface: a change of these lists is a change of the API and belongs into the CHANGELOG. Values are named
 * one by one, and what package.json promises must be there.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listFiles, ROOT, readPackageJson } from './support/project.ts'
import { readPublicExports } from './support/public-surface.ts'

interface Surface {
  readonly values: string
  readonly types: string
}

/** Names at run time and types, by subpath. */
const SURFACES: Record<string, Surface> = {
  vario: {
    values: 'InputError UnitError VarioError convert fromSI parseUnit printUnit toSI',
    types: 'Dimension ErrorFields Unit UnitTerm',
  },
  'vario/base': {
    values: `
      EPS InputError UnitError VarioError assertFinite assertInteger assertLength assertNonNegative
      assertOneOf assertPositive convert describe divideUnits formatDimension fromSI multiplyUnits
      nearestName parseUnit powUnit printUnit sameDimension toSI
    `,
    types: 'Dimension ErrorFields Unit UnitTerm',
  },
  'vario/math': {
    values: `
      SPATIAL_INERTIA_SIZE analyzeSparseLu assertCscPattern cardan123AccelerationBias_B
      cardan123FromRotation cardan123RatesFromW_A cardan123RatesFromW_B cardan123RatesToW_A
      cardan123RatesToW_B cardan123ToRotation cardan132AccelerationBias_B cardan132FromRotation
      cardan132RatesFromW_A cardan132RatesFromW_B cardan132RatesToW_A cardan132RatesToW_B
      cardan132ToRotation cardanSingularityDistance colorColumns computeAmdOrdering computeDenseNorm1
      computeErrorWeights computeNullSpaceQr createComplexDenseLu createComplexSparseLu createCscFromDense
      createCscFromTriplets createDenseLu createDensePattern createPatternFromPairs createPatternFromRows
      createQr createSparseLu ddAdd ddCompare ddCross3 ddDiv ddDot3 ddFromDouble ddMul ddNeg ddSqrt ddSub
      ddToDouble factorComplexDenseLu factorComplexSparseLu factorDenseLu factorQr factorSparseLu
      fillDenseFromCsc findEntry findMaximumTransversal getPivotRatioSparseLu mat3AddScaled mat3Copy
      mat3Determinant mat3Identity mat3Inverse mat3Mul mat3MulTransposeA mat3MulTransposeB mat3MulVec
      mat3Skew mat3SymmetricEigen mat3Transpose mat3TransposeMulVec maxAbs multiplyCsc
      multiplyTransposeCsc quatConjugate quatDerivativeFromW_A quatDerivativeFromW_B quatExp
      quatFromRotation quatIdentity quatInverseRotateVec quatLog quatMul quatNormalize quatRotateVec
      quatSlerp quatToRotation rcondDenseLu rotationExp rotationFromAxesXY rotationFromAxisAngle
      rotationLog rotationOrthonormalize rotationToAxisAngle rotationX rotationY rotationZ
      solveComplexDenseLu solveComplexSparseLu solveDenseLu solveQr solveSparseLu solveTransposeDenseLu
      spatialCrossForce spatialCrossMotion spatialDot spatialForceToA spatialForceToB spatialInertiaAdd
      spatialInertiaFromCentral spatialInertiaMulMotion spatialInertiaRotate spatialInertiaShift
      spatialInertiaToMatrix6 spatialMotionToA spatialMotionToB spatialShiftForce spatialShiftMotion
      transposeCsc transposePattern vec3Add vec3AddScaled vec3Copy vec3Cross vec3Distance vec3Dot vec3Norm
      vec3Normalize vec3Perpendicular vec3Scale vec3Set vec3Sub worstComponent wrmsNorm wrmsNormAt
    `,
    types: `
      ColumnColoring ComplexDenseLu ComplexSparseLu CscMatrix CscPattern DenseLu LuStructure Qr SparseLu
      SparseLuAnalysis Transversal
    `,
  },
  'vario/ode': {
    values: 'SolverError createDaeSolver createSolver integrate integrateDae',
    types: `
      Arrival DaeEvent DaeProblem DaeRootFunctions DaeRun DaeSolver EventResponse Expectation
      IntegrateDaeOptions IntegrateOptions Method OdeProblem OdeRun Outcome RootFunctions RunEvent
      RunOptions RunOutput RunRecord Solver SolverErrorCode SolverEvent SolverState Statistics
    `,
  },
}

const packageJson = readPackageJson()
const subpaths = Object.keys(packageJson.exports).filter((subpath) => subpath !== './package.json')
const entryOf = (subpath: string): string => `src/${subpath === '.' ? '' : `${subpath.slice(2)}/`}index.ts`
const exported = readPublicExports(subpaths.map(entryOf))
const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)

test('every subpath has its list', () => {
  const names = subpaths.map((subpath) => subpath.replace('.', 'vario'))
  expect(names.sort()).toEqual(Object.keys(SURFACES).sort())
})

describe.each(subpaths)('%s', (subpath) => {
  const surface = SURFACES[subpath.replace('.', 'vario')]
  const exports = exported.get(entryOf(subpath))!

  test('exports these values', async () => {
    const module = (await import(join(ROOT, entryOf(subpath)))) as object
    expect(Object.keys(module).sort()).toEqual(words(surface.values))
    expect(exports.filter((item) => item.isValue).map((item) => item.name)).toEqual(words(surface.values))
  })

  test('exports these types', () => {
    expect(exports.filter((item) => !item.isValue).map((item) => item.name)).toEqual(words(surface.types))
  })

  test('documents every export', () => {
    const missing = exports.filter((item) => !item.isDocumented)
    expect(missing.map(({ place, name }) => `${place}: ${name} has no doc comment`)).toEqual([])
  })
})

describe('package.json', () => {
  test('names an entry for each folder of src', () => {
    const folders = listFiles('src').filter((path) => /^[^/]+\/index\.ts$/.test(path))
    const expected = ['.', ...folders.map((path) => `./${path.split('/')[0]}`)]
    expect(subpaths.sort()).toEqual(expected.sort())
  })

  test.each(subpaths)('%s leads to files that the build has made', (subpath) => {
    const target = packageJson.exports[subpath]
    const folder = subpath === '.' ? './dist' : `./dist/${subpath.slice(2)}`
    expect(target).toEqual({ types: `${folder}/index.d.ts`, default: `${folder}/index.js` })
    for (const file of [`${folder}/index.d.ts`, `${folder}/index.js`]) {
      expect(existsSync(join(ROOT, file)), `${file} is missing: run \`npm run build\` first`).toBe(true)
    }
  })
})
