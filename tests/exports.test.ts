/**
 * Guards the public surface: a change of these lists is a change of the API and belongs into the CHANGELOG. Values are named
 * one by one, and what package.json promises must be there.
 */
import { existsSync, readFileSync } from 'node:fs'
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
    values: `
      InputError Model Par SignalTable UnitError Var VarioError convert equations expr fromSI instantiate
      linearize merge modelFromJson modelJsonSchema modelToJson parseUnit plot plotText printModel
      printUnit quantity readBinary readCsv readJson redeclare registerFunction simulate toSI translate
      writeBinary writeCsv writeJson
    `,
    types: `
      Component ComponentEvent ComponentMemory Dimension ErrorFields InstantiateOptions InstantiatedModel
      Linearization SegmentContext Signal SimulateOptions TranslateOptions Unit UnitTerm VariantState
    `,
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
  'vario/symbolic': {
    values: `
      BUILTINS CONSTANTS KEYWORDS ONE OPERATORS SYMBOL_OPERATORS SyntaxProblem ZERO add applyBinary applyFunction
      array boolean broadcast call checkCalls checkEquationUnits checkTemperatures childrenOf collect collectNames countRange
      createMatrix dataOf dependsOn der describePlace describeValue differentiateAlong differentiateTime
      div dot elementsAt elementwise equalExpr errorAt evaluate excerpt expandDerivatives fold hasDerivative ifExpr
      index inferUnit isExpr isMatrix isNumber isNumeric isReduction isZero linearFactor mapExpr mapNames mayBeArray
      mul name neg negate number parseExpression parseStatements parseTemplate parseTemplateExpression
      partial pow power printEquation printExpr quantityExpr renameCalls sameShape shapeOfCall shapeOfResult simplify size sizeOfDimension
      solveFor someNode sub substitute truth valueToExpr visitExpr visitNames withChildren withData
    `,
    types: `
      ArrayExpr BooleanExpr BuiltinFunction CallExpr CallStatement ComprehensionExpr
      DifferentiationContext EndExpr EquationStatement EvaluatedValue EvaluationContext Expr FunctionInfo
      IfExpr IndexExpr InferredUnit JacobianFunction JacobianSite LanguageOperator LinearParts LinearSolution MatrixValue NameExpr
      NumberExpr ObjectExpr ParsedExpression ParsedStatements Position RangeExpr ResultShape ShapeContext Source
      Statement StringExpr TupleExpr UnitOf WhenAction WhenStatement
    `,
  },
  'vario/results': {
    values: `
      SignalRecorder SignalTable joinTables plotSvg plotText readBinary readCsv readJson writeBinary writeCsv
      writeJson
    `,
    types: `
      Attribute Attributes CsvOptions Diagram DiagramOptions LazySignal NewAlias NewConstant NewSignal NewTime PartTable
      PlotLayout PlotOptions PlotRow RunWarning Side Signal SignalData SignalDeclaration SignalDescription
      SignalHeader SignalKind SignalType SummaryOptions TextPlotOptions TimeAxis TimedKind
    `,
  },
  'vario/ode': {
    values: 'SolverError createDaeSolver createSolver integrate integrateDae',
    types: `
      Arrival DaeEvent DaeProblem DaeRootFunctions DaeRun DaeSolver EventResponse Expectation
      IntegrateDaeOptions IntegrateOptions Method OdeProblem OdeRun Outcome ProblemPart ProblemParts RootFunctions
      RunEvent RunOptions RunOutput RunRecord Solver SolverErrorCode SolverEvent SolverState Statistics
    `,
  },
  'vario/collision': {
    values: `
      BEAM BOX Beam Box BroadPhase CONE CYLINDER Capsule Cone ContactPatch Cylinder ELLIPSOID Ellipsoid HULL
      LOOSE_BOX_FACTOR Mesh PATCH_CENTRE PATCH_DEPTH PATCH_LENGTH PATCH_MOMENTS PATCH_REST PATCH_U PATCH_V PATCH_WEIGHT
      PATCH_WIDENING POINT PatchGradient RESULT_DISTANCE RESULT_LENGTH RESULT_NORMAL RESULT_POINT_A RESULT_POINT_B SEGMENT SafeStep Sphere
      addPatchGradient checkShape computeAabbDistance computeBoundingBox computeContactPatch computeMassProperties
      computeMprDistance computeSignedDistance computeSupport convexHull createConvexParts createConvexShape
      createDistanceQuery createMprQuery findHullSupport isDeferredNumber meshToObj meshToStl orientMesh
      parseObj parseStl signedDistance tessellate
    `,
    types: `
      Axis BeamShape BoxShape CapsuleShape ConeShape ConvexHull ConvexShape CylinderShape DeferredNumber
      EllipsoidShape Length MassProperties MeshArrays MeshParameters MeshShape MprQuery OrientedMesh Rows3
      ShapeMotion ShapePose SignedAxis SignedDistance SignedDistanceOptions SolidShape SphereShape
    `,
  },
  'vario/mechanics': {
    values: `
      ANGULAR_VELOCITY CONTACT_RESULT_SIZE ContactHandler DISSIPATION ELASTIC_ENERGY FORCE_VECTOR FREE
      JOINT_NQ JOINT_NV NORMAL_FORCE NORMAL_VECTOR PENETRATION PENETRATION_VELOCITY POSITION_VECTOR
      PRISMATIC REVOLUTE SPHERICAL SingularInertiaError TANGENTIAL_FORCE TANGENTIAL_VELOCITY TORQUE
      TORQUE_VECTOR addForceAtPoint addPointGravity addUniformGravity clearForces combineYoungsModuli
      computeAccelerations computeCentreOfMass computeForwardDynamics computeInverseDynamics
      computeJointForces computeKineticEnergy computeMassMatrix computeMomentum computePointPotential
      computePositions computePrescribedMassMatrix computeUniformPotential computeVelocities createTree
      createTreeData exchangeContactResult factorMassMatrix solveMassMatrix
    `,
    types: `
      BodyDeclaration CollidableShape ContactInfo ContactOptions ContactResponse ContactRules
      PairMaterial PartDeclaration Tree TreeData
    `,
  },
  'vario/model': {
    values: `
      Model Par Var checkUnits equalModels equations evaluateModel evaluateParameters expr flatten
      isExprNode isModel isModelInput isPar isQuantity isVar membersOf merge modelFromJson modelJsonSchema modelToJson
      printModel quantity redeclare registerFunction registerRecordOwner
    `,
    types: `
      AnyComponent AttributeValue BuildContext BuildHook BuildResult Component ConnectList DeclaredOf
      EquationsNode EvaluatedAttributes EvaluatedModel ExprNode Extension FlatAssert FlatAssignment
      FlatEquation FlatMemory FlatModel FlatParameter FlatReinit FlatTerminate FlatVariable FlatWhen
      HostFunction Json MemberNode Members MergeTree Merged ModelNode ModelTree Modification
      ModificationOf NumericArray ParAttributes ParNode Quantity RedeclareNode Value ValueOrExpr
      VarAttributes VarNode
    `,
  },
  'vario/compiler': {
    values: `
      ArrayServices Interpreter LOG_SECTIONS Memory MissingEquationError StartValues StructureError
      bindEntry bindFunctions blockTargets compile copyValue createConditionTangents createTangentProgram divideModel
      emitTangents evaluateInMemory findDependencies findMutualConditions findSelfDependentConditions
      findStatesBehind hasNewElements isNonZeroFactor isSameValue isZeroFactor
      loadCode loadTangents preName printTranslation tickedFlag withSign
    `,
    types: `
      Alias Assignment Block ClockDefinition CodeServices Condition ConditionTangents Dependencies GeneratedCode InputDerivative LoadedCode LogSection
      Rank Residual SampleMemory Slot StartRequirement StateCondition StateInfo SystemBlock TangentProgram
      TangentStep TangentWriter Translation WhenClause
    `,
  },
  'vario/simulation': {
    values: 'InstantiatedModel instantiate linearize simulate translate',
    types: `
      ComponentEvent ComponentMemory CouplingGroup DifferentiableInput EventIndicators InputSignal InputTable
      InstantiateOptions Linearization MemoryPart NewWarning ParameterMatrix ParameterValue ResultDeclaration SegmentContext
      SimulateOptions StateDeclaration TranslateOptions VariantResult VariantState Warn
    `,
  },
  'vario/library/electric': {
    values: `
      Capacitor Conductor ConstantCurrent ConstantVoltage CurrentSensor Diode Ground IdealDiode
      IdealOpAmp3Pin IdealTransformer Inductor OnePort Pin Resistor SignalCurrent SignalVoltage
      SineCurrent SineVoltage StepVoltage Switch ThreeCoupledInductors Transformer TwoPort
      UnitlessCurrentSensor UnitlessSignalVoltage VoltageSensor
    `,
    types: '',
  },
  'vario/library/rotational': {
    values: `
      AngleSensor BearingFriction Brake Clutch ConstantSpeed ConstantTorque Damper EMF ElastoGap Fixed
      Flange IdealGear IdealGear_withSupport Inertia PartialCompliant SpeedSensor Spring SpringDamper
      Torque TorqueSensor UnitlessAngleSensor UnitlessSpeedSensor UnitlessTorque
    `,
    types: '',
  },
  'vario/library/translational': {
    values: `
      ConstantForce ConstantVelocity Damper ElastoGap FixedPosition Force ForceSensor PartialRigid
      PartialTranslationalCompliant PositionSensor SlidingFriction Spring SpringDamper SupportFriction
      TranslationalFlange TranslationalMass UnitlessForce UnitlessPositionSensor UnitlessVelocitySensor
      VelocitySensor
    `,
    types: '',
  },
  'vario/library/blocks': {
    values: `
      Add And BooleanConstant BooleanPulse BooleanStep BooleanToReal Constant DeadZone Derivative Division
      Feedback FirstOrder Gain GreaterThreshold Hysteresis Integrator LessThreshold LimPID Limiter Not Or
      PI PID Product Pulse Ramp SI2SO SISO SO SampledIntegrator SampledPI SecondOrder SignalSource Sine
      StateSpace Step Sum Switch TableSource Timer TransferFunction UnitDelay ZeroOrderHold
    `,
    types: '',
  },
  'vario/library/heat-transfer': {
    values: `
      BodyRadiation Convection FixedHeatFlow FixedTemperature HeatCapacitor HeatFlowSensor HeatPort
      InsulatedRod PrescribedHeatFlow PrescribedTemperature TemperatureSensor ThermalConductor
    `,
    types: '',
  },
  'vario/library': {
    values: 'blocks electric heatTransfer rotational translational',
    types: '',
  },
  'vario/multibody': {
    values: `
      Beam Box Bushing Capsule Cone ContactResult CoordinateSystem Cylinder Cylindrical Ellipsoid
      FileMesh Fix Free GearWheel Grid JointForce MassProperties MassPropertiesFromShape
      MassPropertiesFromShapeAndMass Mesh Model3D NoGravityField Object3D Planar PointGravityField
      Prismatic PrismaticWithFlange PtpPath PtpReference Revolute RevoluteWithFlange Scene SensorResult
      Servo Solid Sphere Spherical Spring SpringDamperPtP TextShape UniformGravityField Universal Visual
      WorldForce WorldTorque computePointAround contactPairs createAnimation solidMaterials toGlb toGltf
      toObj toStl toSvg toThreeJson visualMaterials
    `,
    types: `
      Action ActionProgram ActionResult Actions AnimationOptions AnimationPart AnimationScene AppliedObject
      BushingArguments Camera Color ContactPairs ContactResultArguments ElasticPairData Font GltfDocument
      JointForceArguments LawValue LawVector Light Object3DArguments ObserverPairData PtpPathOptions
      ScalarFunction SceneArguments SensorResultArguments SolidArguments SolidMaterial SolidMaterials
      SpringDamperPtPArguments SvgOptions ThreeJson ThreeNode Vector VectorFunction VisualArguments
      VisualMaterial VisualMaterials WorldForceArguments WorldTorqueArguments
    `,
  },
}

const packageJson = readPackageJson()
const subpaths = Object.keys(packageJson.exports).filter((subpath) => subpath !== './package.json')
/** Path of an entry without its ending, from src or dist: a domain of the library is a file, everything else a folder. */
function stemOf(subpath: string): string {
  if (subpath === '.') return 'index'
  return subpath.startsWith('./library/') ? subpath.slice(2) : `${subpath.slice(2)}/index`
}
const entryOf = (subpath: string): string => `src/${stemOf(subpath)}.ts`
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
  test('names an entry for each folder of src, and for each domain of the library', () => {
    const folders = listFiles('src').filter((path) => /^[^/]+\/index\.ts$/.test(path))
    const library = readFileSync(join(ROOT, 'src', 'library', 'index.ts'), 'utf8')
    const domains = [...library.matchAll(/from '\.\/([\w-]+)\.ts'/g)].map(([, name]) => `./library/${name}`)
    const expected = ['.', ...folders.map((path) => `./${path.split('/')[0]}`), ...domains]
    expect([...subpaths].sort()).toEqual(expected.sort())
  })

  test.each(subpaths)('%s leads to files that the build has made', (subpath) => {
    const target = packageJson.exports[subpath]
    const stem = `./dist/${stemOf(subpath)}`
    expect(target).toEqual({ types: `${stem}.d.ts`, default: `${stem}.js` })
    for (const file of [`${stem}.d.ts`, `${stem}.js`]) {
      expect(existsSync(join(ROOT, file)), `${file} is missing: run \`npm run build\` first`).toBe(true)
    }
  })
})
