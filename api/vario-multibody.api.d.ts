// Public surface of 'vario/multibody', written by scripts/api-report.ts.

import { AssignedValue } from 'vario/components'
import { BuildResult } from 'vario'
import { Component } from 'vario'
import { EquationsNode } from 'vario'
import { ExprNode } from 'vario'
import { Members } from 'vario'
import { MergeTree } from 'vario'
import { ModelNode } from 'vario'
import { ParNode } from 'vario'
import { ParameterMatrix } from 'vario/components'
import { Quantity } from 'vario'
import { SegmentTree } from 'vario'
import { ShapeParameters } from 'vario/collision'
import { Simplify } from 'vario'
import { SolidShape } from 'vario/collision'
import { VarNode } from 'vario'

interface Accessor {
    readonly bufferView: number;
    readonly componentType: number;
    readonly count: number;
    readonly max?: readonly number[];
    readonly min?: readonly number[];
    readonly type: 'SCALAR' | 'VEC3' | 'VEC4';
}

type Action = StructureAction | PathAction | SetAction | WaitAction;

type ActionProgram = (act: Actions) => Generator<Action, void, WorldState>;

interface Actions {
    add(pool: string, start?: PoolStart, options?: ChangeOptions): Action;
    addReferencePath(path: string, options: ReferencePathOptions): Action;
    attach(part: string, target: string, options?: ChangeOptions): Action;
    changeJoint(joint: string, record: ParNode<JointRecord> | JointChange, options?: ChangeOptions): Action;
    delete(part: string, options?: ChangeOptions): Action;
    disconnect(joint: string, options?: ChangeOptions): Action;
    enableContactDetection(isOn: boolean): Action;
    eventAfterPeriod(period: number): Action;
    flipChain(part: string, target: string, old: string, options?: ChangeOptions): Action;
    lock(joint: string, options?: ChangeOptions): Action;
    parallel(...programs: ActionProgram[]): Action;
    ptpJointSpace(path: string, points: readonly (readonly number[])[]): Action;
    release(part: string, options?: ChangeOptions): Action;
    releaseAndAttach(part: string, target: string, options?: ChangeOptions): Action;
    set(name: string, value: AssignedValue): Action;
    unlock(joint: string, options?: ChangeOptions): Action;
    wait(period: number): Action;
    waitUntil(condition: Condition | string): Action;
}

interface AnimationOptions {
    readonly merge?: MergeTree;
    readonly name?: string;
}

interface AnimationPart extends Omit<ScenePart, 'shape'>, Motion {
    readonly lengths?: Float64Array;
    readonly shape: ScenePart['shape'] | LineShape;
}

interface AnimationScene extends DrawnScene<AnimationPart> {
    readonly name: string;
    readonly times: Float64Array;
}

interface AppliedObject {
    readonly angularVelocity: Float64Array;
    readonly position: Float64Array;
    readonly rotation: Float64Array;
    readonly velocity: Float64Array;
}

interface AssembleOptions {
    readonly fixed?: readonly string[];
    readonly limits?: Readonly<Record<string, readonly [
        number,
        number
    ]>>;
    readonly merge?: MergeTree;
    readonly nearest?: boolean;
    readonly start?: Readonly<Record<string, number>>;
}

interface AxesForceArguments {
    readonly armature?: VectorValue;
    readonly damping?: VectorValue;
    readonly effort?: readonly (NumberValue | null)[];
    readonly friction?: readonly (AxisFriction | null)[];
    readonly gear?: VectorValue;
    readonly limits?: readonly (AxisLimits | null)[];
    readonly motion?: AxesMotion;
    readonly rest?: VectorValue;
    readonly stiffness?: VectorValue;
    readonly velocity?: readonly (NumberValue | null)[];
}

type AxesMotion = readonly (NumberValue | null)[];

type Axis = 'x' | 'y' | 'z';

interface AxisForceArguments {
    readonly armature?: NumberValue;
    readonly damping?: NumberValue;
    readonly effort?: NumberValue;
    readonly friction?: AxisFriction;
    readonly gear?: NumberValue;
    readonly limits?: AxisLimits;
    readonly motion?: NumberValue;
    readonly rest?: NumberValue;
    readonly stiffness?: NumberValue;
    readonly velocity?: NumberValue;
}

type AxisFriction = NumberValue | {
    readonly coulomb: NumberValue;
    readonly static?: NumberValue;
    readonly viscous?: NumberValue;
};

type AxisLimits = readonly [
    NumberValue,
    NumberValue
] | {
    readonly lower?: NumberValue;
    readonly upper?: NumberValue;
    readonly active?: boolean | ExprNode;
    readonly restitution?: NumberValue;
    readonly stiffness?: NumberValue;
    readonly damping?: NumberValue;
};

type AxisValue = SignedAxis | readonly number[] | ExprNode;

function Beam(parameters?: ShapeParameters<BeamShape>): BeamShape;

interface BeamShape {
    readonly axis: Axis;
    readonly length: number;
    readonly shape: 'Beam';
    readonly thickness: number;
    readonly width: number;
}

function Box(parameters?: ShapeParameters<BoxShape>): BoxShape;

interface BoxShape {
    readonly lengthX: number;
    readonly lengthY: number;
    readonly lengthZ: number;
    readonly shape: 'Box';
}

interface BufferView {
    readonly buffer: 0;
    readonly byteLength: number;
    readonly byteOffset: number;
    readonly target?: number;
}

function Bushing(args: BushingArguments): ParNode<BushingRecord>;

interface BushingArguments {
    readonly damperForceLaw?: LawVector;
    readonly largeAngles?: boolean;
    readonly nominalForce?: VectorValue;
    readonly nominalTorque?: VectorValue;
    readonly obj1: string;
    readonly obj2: string;
    readonly rotDamperForceLaw?: LawVector;
    readonly rotSpringForceLaw?: LawVector;
    readonly springForceLaw?: LawVector;
}

interface BushingRecord extends BushingArguments {
    readonly kind: 'Bushing';
}

interface Camera {
    readonly position: Vector;
    readonly target: Vector;
}

function Capsule(parameters?: ShapeParameters<CapsuleShape>): CapsuleShape;

interface CapsuleShape {
    readonly axis: Axis;
    readonly diameter: number;
    readonly length: number;
    readonly shape: 'Capsule';
}

class CartesianPath extends CurvePath {
    constructor(options: CartesianPathOptions, path?: string);
    angularAcceleration(t: number, out: Float64Array, phase?: number): void;
    angularVelocity(t: number, out: Float64Array, phase?: number): void;
    readonly hasOrientation: boolean;
    poseAt(s: number): {
        readonly translation: Float64Array;
        readonly quaternion?: Float64Array;
    };
    quaternion(t: number, out: Float64Array, phase?: number): void;
}

interface CartesianPathOptions {
    readonly a_max: number;
    readonly curve: 'line' | 'arc' | 'circle' | 'spline';
    readonly j_max?: number;
    readonly points: readonly ArrayLike<number>[];
    readonly quaternions?: readonly ArrayLike<number>[];
    readonly startTime?: number;
    readonly v_max: number;
    readonly w_max?: number;
    readonly z_max?: number;
}

interface ChangeOptions {
    readonly enableContactDetection?: boolean;
    readonly impulse?: boolean;
}

type Color = string | Rgb;

type Condition = (state: WorldState) => boolean;

function Cone(parameters?: ShapeParameters<ConeShape>): ConeShape;

interface ConeShape {
    readonly axis: SignedAxis;
    readonly diameter: number;
    readonly length: number;
    readonly shape: 'Cone';
    readonly topDiameter: number;
}

class Configuration {
    distance(a: string, b: string): number;
    readonly merge: MergeTree;
    planarAngle(a: string, b: string, axis?: 'x' | 'y' | 'z'): number;
    pose(object: string, relativeTo?: string): ObjectPose;
    readonly targets: Readonly<Record<string, TargetMiss>>;
    value(name: string): number;
    readonly values: Readonly<Record<string, number | Float64Array>>;
}

interface ContactAnswer {
    dissipation: number;
    elasticEnergy: number;
    readonly force: Float64Array;
    readonly torque: Float64Array;
}

function ContactFriction(args: ContactFrictionArguments): ParNode<ContactFrictionRecord>;

interface ContactFrictionArguments {
    readonly obj1: string;
    readonly obj2?: string;
    readonly rotationalResistanceCoefficient?: number | ExprNode;
    readonly slidingFrictionCoefficient?: number | ExprNode;
}

interface ContactFrictionRecord extends ContactFrictionArguments {
    readonly kind: 'ContactFriction';
}

function ContactLaw(law: OwnContactLaw): ContactLawRecord;

interface ContactLawRecord extends OwnContactLaw {
    readonly kind: 'ContactLaw';
}

type ContactPairs<Law extends object = never> = Readonly<Record<string, ElasticPairData<Law> | ObserverPairData>>;

function ContactResult(args: ContactResultArguments): ParNode<ContactResultRecord>;

interface ContactResultArguments {
    readonly obj1: string;
    readonly obj2: string;
    readonly objectCoordinateRef?: string;
}

interface ContactResultRecord extends ContactResultArguments {
    readonly kind: 'ContactResult';
}

interface ContactState {
    readonly angularVelocity: Float64Array;
    friction: number;
    readonly modulus: number;
    readonly normal: Float64Array;
    penetration: number;
    penetrationVelocity: number;
    readonly position: Float64Array;
    radius: number;
    readonly restitution: number;
    startVelocity: number;
    readonly tangentialVelocity: Float64Array;
}

function ContactSwitch(args: ContactSwitchArguments): ParNode<ContactSwitchRecord>;

interface ContactSwitchArguments {
    readonly active: boolean | ExprNode;
    readonly obj1: string;
    readonly obj2?: string;
}

interface ContactSwitchRecord extends ContactSwitchArguments {
    readonly kind: 'ContactSwitch';
}

function CoordinateSystem(parameters?: ShapeParameters<CoordinateSystemShape>): CoordinateSystemShape;

interface CoordinateSystemShape {
    readonly length: number;
    readonly shape: 'CoordinateSystem';
}

interface Curve {
    evaluate(s: number, order: 0 | 1 | 2, out: Float64Array): void;
    readonly nAxis: number;
}

class CurvePath implements TimedPath {
    constructor(curve: Curve, times: LawTimes, startTime: number);
    acceleration(t: number, out: Float64Array, phase?: number): void;
    along(curve: Curve): CurvePath;
    protected readonly curve: Curve;
    readonly endTime: number;
    readonly nAxis: number;
    protected parameterAt(t: number, phase: number): ParameterMotion;
    phaseAt(t: number): number;
    position(t: number, out: Float64Array, phase?: number): void;
    readonly startTime: number;
    readonly switchingTimes: readonly number[];
    velocity(t: number, out: Float64Array, phase?: number): void;
}

function Cylinder(parameters?: ShapeParameters<CylinderShape>): CylinderShape;

interface CylinderShape {
    readonly axis: Axis;
    readonly diameter: number;
    readonly innerDiameter: number;
    readonly length: number;
    readonly shape: 'Cylinder';
}

function Cylindrical(args: CylindricalArguments): ParNode<CylindricalRecord>;

interface CylindricalArguments extends JointArguments, AxesForceArguments {
    readonly axis?: AxisValue;
    readonly f?: NumberValue;
    readonly phi?: StartValue;
    readonly s?: StartValue;
    readonly tau?: NumberValue;
    readonly v?: StartValue;
    readonly w?: StartValue;
}

interface CylindricalRecord extends CylindricalArguments {
    readonly kind: 'Cylindrical';
}

const CylindricalWithFlanges: Component<{
    joint: ParNode<string>;
    obj1: ParNode<string>;
    obj2: ParNode<string>;
    axis: ParNode<AxisValue | readonly [
        "x" | "y" | "z"
    ]>;
    canCollide: ParNode<boolean>;
    flange_s: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_phi: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    s: VarNode;
    v: VarNode;
    a: VarNode;
    f: VarNode;
    phi: VarNode;
    w: VarNode;
    z: VarNode;
    tau: VarNode;
    equations: EquationsNode;
}>;

type DamperLaw = 'exact' | 'fraction' | 'polynomial';

interface DeferredNumber {
    readonly _class: string;
}

interface DelayArguments {
    readonly delay: NumberValue;
}

type DelayedSensor<R, Output extends string> = Component<{
    readonly sensor: ParNode<R>;
    readonly delay: ParNode<number>;
    readonly equations: EquationsNode;
} & Readonly<Record<Output, VarNode>>>;

interface DrawnScene<Part extends Omit<ScenePart, 'shape'> = ScenePart> {
    readonly camera?: Camera;
    readonly lights?: readonly Light[];
    readonly parts: readonly Part[];
    readonly up: Vector;
}

class Dynamics {
    readonly acceleration: (object: string, q: ArrayLike<number>, v: ArrayLike<number>, a: ArrayLike<number>) => Float64Array;
    readonly biasForces: (q: ArrayLike<number>, v: ArrayLike<number>) => Float64Array;
    readonly centerOfMass: (q: ArrayLike<number>) => Float64Array;
    readonly centroidalMatrix: (q: ArrayLike<number>) => ParameterMatrix;
    readonly centroidalMomentum: (q: ArrayLike<number>, v: ArrayLike<number>) => Float64Array;
    readonly completeAccelerations: (q: ArrayLike<number>, v: ArrayLike<number>, values: NamedValues) => Float64Array;
    readonly completeVelocities: (q: ArrayLike<number>, values: NamedValues) => Float64Array;
    readonly constraintBias: (q: ArrayLike<number>, v: ArrayLike<number>) => Float64Array;
    readonly constraintJacobian: (q: ArrayLike<number>) => ParameterMatrix;
    readonly constraints: readonly string[];
    readonly createJointPath: (object: string, path: CartesianPath, options?: ReachOptions & {
        readonly tolerance?: number;
    }) => TimedPath;
    readonly createPositions: (values?: NamedValues, near?: ArrayLike<number>) => Float64Array;
    readonly createVelocities: (values?: NamedValues) => Float64Array;
    readonly forwardDynamics: (q: ArrayLike<number>, v: ArrayLike<number>, tau: ArrayLike<number>) => Float64Array;
    readonly gravityForces: (q: ArrayLike<number>) => Float64Array;
    readonly inverseDynamics: (q: ArrayLike<number>, v: ArrayLike<number>, a: ArrayLike<number>, actuators?: readonly string[]) => Float64Array;
    readonly inverseKinematics: (targets: Readonly<Record<string, TargetPose>>, options?: ReachOptions) => Float64Array;
    readonly jacobian: (object: string, q: ArrayLike<number>) => ParameterMatrix;
    readonly kineticEnergy: (q: ArrayLike<number>, v: ArrayLike<number>) => number;
    readonly mass: number;
    readonly massMatrix: (q: ArrayLike<number>) => ParameterMatrix;
    readonly pose: (object: string, q: ArrayLike<number>) => ObjectPose;
    readonly position: (object: string, q: ArrayLike<number>) => Float64Array;
    readonly positionRates: (q: ArrayLike<number>, v: ArrayLike<number>) => Float64Array;
    readonly positions: readonly string[];
    readonly potentialEnergy: (q: ArrayLike<number>) => number;
    readonly rotation: (object: string, q: ArrayLike<number>) => ParameterMatrix;
    readonly velocities: readonly string[];
    readonly velocity: (object: string, q: ArrayLike<number>, v: ArrayLike<number>) => Float64Array;
    readonly velocityMatrix: (q: ArrayLike<number>, independent: readonly string[]) => ParameterMatrix;
}

interface DynamicsOptions {
    readonly joints?: readonly string[];
    readonly merge?: MergeTree;
}

type ElasticPairData<Law extends object = never> = Omit<PairValues, 'vsmall' | 'vsmallFriction' | 'wsmall'> & Partial<Pick<PairValues, 'vsmall' | 'vsmallFriction' | 'wsmall'>> & {
    readonly response?: Exclude<ResponseName, 'observer'> | Law;
};

function Ellipsoid(parameters?: ShapeParameters<EllipsoidShape>): EllipsoidShape;

interface EllipsoidShape {
    readonly lengthX: number;
    readonly lengthY: number;
    readonly lengthZ: number;
    readonly shape: 'Ellipsoid';
}

type Feature = SceneRecord | SolidRecord | VisualRecord;

function FileMesh(parameters: FileMeshParameters): MeshShape;

interface FileMeshParameters {
    readonly filename: string;
    readonly scale?: number | readonly [
        number,
        number,
        number
    ];
}

function Fix(args: FixArguments): ParNode<FixRecord>;

interface FixArguments extends JointEndArguments {
    readonly rotation?: VectorValue;
    readonly translation?: VectorValue;
}

interface FixRecord extends FixArguments {
    readonly kind: 'Fix';
}

interface Font {
    readonly bold: boolean;
    readonly charSize: number;
    readonly fontFamily: string;
    readonly italic: boolean;
}

function Free(args: FreeArguments): ParNode<FreeRecord>;

interface FreeArguments extends SphericalArguments {
    readonly force?: VectorValue;
    readonly translation?: StartVector;
    readonly velocity?: StartVector;
}

interface FreeRecord extends FreeArguments {
    readonly kind: 'Free';
}

function FunctionGravityField(args: Omit<FunctionGravityRecord, 'kind'>): FunctionGravityRecord;

interface FunctionGravityRecord {
    readonly acceleration: (position: Float64Array) => ArrayLike<number>;
    readonly kind: 'FunctionGravityField';
    readonly potential?: (position: Float64Array) => number;
    readonly up?: VectorValue;
}

function GearConstraint(args: GearConstraintArguments): ParNode<GearConstraintRecord>;

interface GearConstraintArguments {
    readonly joint1: string;
    readonly joint2: string;
    readonly ratio?: NumberValue;
}

interface GearConstraintRecord extends GearConstraintArguments {
    readonly kind: 'GearConstraint';
}

function GearWheel(parameters?: ShapeParameters<GearWheelShape>): GearWheelShape;

interface GearWheelShape {
    readonly angle: number;
    readonly axis: Axis;
    readonly diameter: number;
    readonly innerDiameter: number;
    readonly length: number;
    readonly rootDiameter: number;
    readonly shape: 'GearWheel';
    readonly teeth: number;
}

interface GivenMassRecord extends MassPropertiesArguments {
    readonly kind: 'MassProperties';
}

interface GltfDocument {
    readonly accessors?: readonly Accessor[];
    readonly animations?: readonly object[];
    readonly asset: {
        readonly version: '2.0';
        readonly generator: string;
    };
    readonly bufferViews?: readonly BufferView[];
    readonly buffers?: readonly {
        readonly byteLength: number;
        readonly uri?: string;
    }[];
    readonly cameras: readonly object[];
    readonly extensions?: object;
    readonly extensionsUsed?: readonly string[];
    readonly materials?: readonly object[];
    readonly meshes?: readonly object[];
    readonly nodes: readonly object[];
    readonly scene: 0;
    readonly scenes: readonly object[];
}

type GravityField = NoGravityRecord | UniformGravityRecord | PointGravityRecord | FunctionGravityRecord;

function Grid(parameters?: ShapeParameters<GridShape>): GridShape;

interface GridShape {
    readonly axis: Axis;
    readonly distance: number;
    readonly length: number;
    readonly lineWidth: number;
    readonly shape: 'Grid';
    readonly width: number;
}

const HillMuscle: Component<{
    u: VarNode;
    length: VarNode;
    force: VarNode;
    F_max: ParNode<number>;
    l_optimal: ParNode<number>;
    l_slack: ParNode<number>;
    pennation: ParNode<number>;
    v_max: ParNode<number>;
    t_activation: ParNode<number>;
    t_deactivation: ParNode<number>;
    strain_max: ParNode<number>;
    damping: ParNode<number>;
    activation: VarNode;
    along: VarNode;
    fiber: VarNode;
    speed: VarNode;
    cosine: VarNode;
    l: VarNode;
    v: VarNode;
    strain: VarNode;
    V: VarNode;
    f_active: VarNode;
    f_passive: VarNode;
    f_velocity: VarNode;
    f_tendon: VarNode;
    rate: VarNode;
    excitation: VarNode;
    equations: EquationsNode;
    initialEquations: EquationsNode;
}>;

interface ImpactState extends ContactState {
    readonly mobility: Float64Array;
}

function Imu(args: ImuArguments & DelayArguments): DelayedSensor<ImuRecord, 'specificForce' | 'angularVelocity'>;
function Imu(args: ImuArguments): ParNode<ImuRecord>;

interface ImuArguments {
    readonly object: string;
}

interface ImuRecord extends ImuArguments {
    readonly kind: 'Imu';
}

interface JointArguments extends JointEndArguments {
    readonly canCollide?: boolean;
}

type JointChange = JointRecord extends infer R ? R extends JointRecord ? Omit<R, 'obj1' | 'obj2'> & Partial<Pick<R, 'obj1' | 'obj2'>> : never : never;

interface JointEndArguments {
    readonly obj1: string;
    readonly obj2: string;
}

function JointForce(args: JointForceArguments): ParNode<JointForceRecord>;

interface JointForceArguments {
    readonly joint: string;
    readonly objectCoordinateRef?: string;
}

interface JointForceRecord extends JointForceArguments {
    readonly kind: 'JointForce';
}

type JointRecord = (RevoluteRecord | PrismaticRecord | CylindricalRecord | UniversalRecord) | (PlanarRecord | SphericalRecord | FreeRecord | FixRecord);

interface LawTimes {
    readonly atSpeed: number;
    readonly cubed: number;
    readonly squared: number;
}

type LawValue = NumberValue | ScalarFunction;

type LawVector = readonly LawValue[] | ExprNode | Quantity;

type Length = number | DeferredNumber;

interface Light {
    readonly intensity: number;
    readonly position: Vector;
}

const LimitedMotor: Component<{
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    tau_ref: VarNode;
    tau_max: ParNode<number>;
    tau_stall: ParNode<number>;
    w_idle: ParNode<number>;
    loss: ParNode<number>;
    heatCapacity: ParNode<number>;
    thermalResistance: ParNode<number>;
    T_ambient: ParNode<number>;
    T_derate: ParNode<number>;
    derateRange: ParNode<number>;
    derating: VarNode;
    w: VarNode;
    tau: VarNode;
    upper: VarNode;
    lower: VarNode;
    T: VarNode;
    equations: EquationsNode;
}>;

function LineForce(args: LineForceArguments): Component<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    tube: ParNode<Object3DRecord>;
    piston: ParNode<Object3DRecord>;
    joint1: ParNode<UniversalRecord>;
    slider: Component<{
        joint: ParNode<string>;
        obj1: ParNode<string>;
        obj2: ParNode<string>;
        axis: ParNode<AxisValue | readonly [
            "x" | "y" | "z"
        ]>;
        canCollide: ParNode<boolean>;
        flange: Component<{
            s: VarNode;
            f: VarNode;
        }>;
        s: VarNode;
        v: VarNode;
        a: VarNode;
        f: VarNode;
        equations: EquationsNode;
    }>;
    joint2: ParNode<SphericalRecord>;
    equations: EquationsNode;
    connect: string[][];
}>;

interface LineForceArguments {
    readonly direction: readonly [
        number,
        number,
        number
    ];
    readonly distance1?: number;
    readonly distance2?: number;
    readonly mass1?: number;
    readonly mass2?: number;
    readonly obj1: string;
    readonly obj2: string;
}

interface LineShape {
    readonly shape: 'Line';
}

type LoadEvents = VectorValue | ((time: number) => number);

function MassProperties(args?: MassPropertiesArguments): GivenMassRecord;

interface MassPropertiesArguments {
    readonly Ixx?: NumberValue;
    readonly Ixy?: NumberValue;
    readonly Ixz?: NumberValue;
    readonly Iyy?: NumberValue;
    readonly Iyz?: NumberValue;
    readonly Izz?: NumberValue;
    readonly centerOfMass?: VectorValue;
    readonly mass?: NumberValue;
}

function MassPropertiesFromShape(): ShapeMassRecord;

function MassPropertiesFromShapeAndMass(args: {
    readonly mass: NumberValue;
}): ShapeAndMassRecord;

type MassPropertiesRecord = GivenMassRecord | ShapeMassRecord | ShapeAndMassRecord;

function Mesh(parameters: MeshParameters): MeshShape;

interface MeshParameters {
    readonly convexParts?: readonly Pick<MeshParameters, 'vertices' | 'triangles'>[];
    readonly scale?: number | readonly [
        number,
        number,
        number
    ];
    readonly source?: string;
    readonly triangles: Rows3;
    readonly vertices: Rows3;
}

interface MeshShape {
    readonly convexParts?: readonly MeshShape[];
    readonly shape: 'Mesh';
    readonly source?: string;
    readonly triangles: Int32Array;
    readonly vertices: Float64Array;
}

function Model3D<M extends Members & {
    readonly actions?: ActionProgram;
}>(members: M): Component<M>;

interface Motion {
    readonly positions: Float64Array;
    readonly quaternions: Float64Array;
}

interface MotionSignals {
    has(name: string): boolean;
    readonly time: Float64Array;
    values(name: string): Float64Array;
}

interface MotionTable extends MotionSignals {
    readonly names: readonly string[];
}

function Muscle(args: MuscleArguments): Component<Simplify<{
    u: VarNode;
    length: VarNode;
    force: VarNode;
    F_max: ParNode<number>;
    l_optimal: ParNode<number>;
    l_slack: ParNode<number>;
    pennation: ParNode<number>;
    v_max: ParNode<number>;
    t_activation: ParNode<number>;
    t_deactivation: ParNode<number>;
    strain_max: ParNode<number>;
    damping: ParNode<number>;
    activation: VarNode;
    along: VarNode;
    fiber: VarNode;
    speed: VarNode;
    cosine: VarNode;
    l: VarNode;
    v: VarNode;
    strain: VarNode;
    V: VarNode;
    f_active: VarNode;
    f_passive: VarNode;
    f_velocity: VarNode;
    f_tendon: VarNode;
    rate: VarNode;
    excitation: VarNode;
    equations: EquationsNode;
    initialEquations: EquationsNode;
} & {
    path: ParNode<TendonRecord>;
}>>;

interface MuscleArguments {
    readonly F_max?: number;
    readonly activation?: number;
    readonly damping?: number;
    readonly l_optimal?: number;
    readonly l_slack?: number;
    readonly pennation?: number;
    readonly points: readonly string[];
    readonly strain_max?: number;
    readonly t_activation?: number;
    readonly t_deactivation?: number;
    readonly v_max?: number;
}

type NamedValues = Readonly<Record<string, number | ArrayLike<number>>>;

function NoGravityField(args?: Omit<NoGravityRecord, 'kind'>): NoGravityRecord;

interface NoGravityRecord {
    readonly kind: 'NoGravityField';
    readonly up?: VectorValue;
}

type NumberValue = number | ExprNode | Quantity<number>;

function Object3D(args?: Object3DArguments): ParNode<Object3DRecord>;

interface Object3DArguments {
    readonly angularVelocity?: StartVector;
    readonly angularVelocityResolvedInParent?: boolean;
    readonly assemblyRoot?: boolean;
    readonly feature?: Feature;
    readonly fixedToParent?: boolean;
    readonly lockable?: boolean;
    readonly motion?: PoseMotion;
    readonly orientation?: 'cardan' | 'quaternion';
    readonly parent?: string;
    readonly rotation?: StartVector;
    readonly translation?: StartVector;
    readonly velocity?: StartVector;
}

interface Object3DRecord extends Object3DArguments {
    readonly kind: 'Object3D';
}

interface ObjectPose {
    readonly quaternion: Float64Array;
    readonly rotation: Float64Array;
    readonly translation: Float64Array;
}

interface ObserverPair {
    readonly response: 'observer';
}

type ObserverPairData = ObserverPair;

interface OwnContactLaw {
    readonly force?: (contact: ContactState, answer: ContactAnswer) => void;
    readonly impulse?: (impact: ImpactState) => ArrayLike<number>;
    readonly penetrationScale?: number;
}

interface PairValues {
    readonly coefficientOfRestitution: number;
    readonly damperLaw?: DamperLaw;
    readonly detectionDistance?: number;
    readonly impactThreshold?: number;
    readonly rotationalResistanceCoefficient: number;
    readonly slidingFrictionCoefficient: number;
    readonly springStiffness?: number;
    readonly vsmall: number;
    readonly vsmallFriction: number;
    readonly wsmall: number;
}

interface ParameterMotion {
    s: number;
    sd: number;
    sdd: number;
}

type PathAction = (ReferencePathOptions & {
    readonly kind: 'addReferencePath';
    readonly path: string;
}) | {
    readonly kind: 'ptpJointSpace';
    readonly path: string;
    readonly points: readonly (readonly number[])[];
};

const PathReference: Component<Simplify<{
    path: ParNode<ExprNode>;
    phase: VarNode;
    next: VarNode;
    position: VarNode;
    velocity: VarNode;
    acceleration: VarNode;
    equations: EquationsNode;
} & {}>>;

function Planar(args: PlanarArguments): ParNode<PlanarRecord>;

interface PlanarArguments extends JointArguments, AxesForceArguments {
    readonly axis?: AxisValue;
    readonly f?: VectorValue;
    readonly phi?: StartValue;
    readonly s?: StartVector;
    readonly tau?: NumberValue;
    readonly v?: StartVector;
    readonly w?: StartValue;
}

interface PlanarRecord extends PlanarArguments {
    readonly kind: 'Planar';
}

const PlanarWithFlanges: Component<{
    joint: ParNode<string>;
    obj1: ParNode<string>;
    obj2: ParNode<string>;
    axis: ParNode<AxisValue | readonly [
        "x" | "y" | "z"
    ]>;
    canCollide: ParNode<boolean>;
    flange_s1: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_s2: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_phi: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    s1: VarNode;
    v1: VarNode;
    a1: VarNode;
    f1: VarNode;
    s2: VarNode;
    v2: VarNode;
    a2: VarNode;
    f2: VarNode;
    phi: VarNode;
    w: VarNode;
    z: VarNode;
    tau: VarNode;
    equations: EquationsNode;
}>;

function PointGravityField(args?: Omit<PointGravityRecord, 'kind'>): PointGravityRecord;

interface PointGravityRecord {
    readonly kind: 'PointGravityField';
    readonly mass?: NumberValue;
    readonly mue?: NumberValue;
}

function Pool<P extends PoolParts>(parts: P): ParNode<PoolRecord<RecordsOf<P>>>;

type PoolParts = Readonly<Record<string, ParNode<TaggedRecord>>>;

interface PoolRecord<R extends Readonly<Record<string, TaggedRecord>> = Record<string, TaggedRecord>> {
    readonly kind: 'Pool';
    readonly parts: R;
}

type PoolStart = Pick<Object3DRecord, 'translation' | 'rotation' | 'velocity' | 'angularVelocity'>;

interface PoseMotion {
    readonly rotation?: readonly NumberValue[] | ExprNode;
    readonly translation?: readonly NumberValue[] | ExprNode;
}

const PositionServo: Component<{
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    phi_ref: VarNode;
    k: ParNode<number>;
    w_max: ParNode<number>;
    d: ParNode<number>;
    tau_max: ParNode<number>;
    w: VarNode;
    tau: VarNode;
    equations: EquationsNode;
}>;

function Prismatic(args: PrismaticArguments): ParNode<PrismaticRecord>;

interface PrismaticArguments extends JointArguments, AxisForceArguments {
    readonly axis?: AxisValue;
    readonly f?: NumberValue;
    readonly s?: StartValue;
    readonly v?: StartValue;
}

interface PrismaticRecord extends PrismaticArguments {
    readonly kind: 'Prismatic';
}

const PrismaticWithFlange: Component<{
    joint: ParNode<string>;
    obj1: ParNode<string>;
    obj2: ParNode<string>;
    axis: ParNode<AxisValue | readonly [
        "x" | "y" | "z"
    ]>;
    canCollide: ParNode<boolean>;
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s: VarNode;
    v: VarNode;
    a: VarNode;
    f: VarNode;
    equations: EquationsNode;
}>;

function Propeller(args: PropellerArguments): ParNode<PropellerRecord>;

interface PropellerArguments {
    readonly axis?: AxisValue;
    readonly isReversed?: boolean;
    readonly object: string;
    readonly speed: NumberValue;
    readonly thrustCoefficient: NumberValue;
    readonly torqueCoefficient?: NumberValue;
}

interface PropellerRecord extends PropellerArguments {
    readonly kind: 'Propeller';
}

class PtpPath implements TimedPath {
    constructor(options: PtpPathOptions, path?: string);
    acceleration(t: number, out: Float64Array, phase?: number): void;
    readonly endTime: number;
    readonly nAxis: number;
    phaseAt(t: number): number;
    position(t: number, out: Float64Array, phase?: number): void;
    readonly startTime: number;
    readonly switchingTimes: readonly number[];
    velocity(t: number, out: Float64Array, phase?: number): void;
}

interface PtpPathOptions {
    readonly a_max: ArrayLike<number>;
    readonly j_max?: ArrayLike<number>;
    readonly points: readonly ArrayLike<number>[];
    readonly startTime?: number;
    readonly v_max: ArrayLike<number>;
}

const PtpReference: Component<{
    points: ParNode<number[][]>;
    v_max: ParNode<number[]>;
    a_max: ParNode<number[]>;
    startTime: ParNode<number>;
    path: ParNode<ExprNode>;
    phase: VarNode;
    next: VarNode;
    position: VarNode;
    velocity: VarNode;
    acceleration: VarNode;
    equations: EquationsNode;
}>;

function RackConstraint(args: RackConstraintArguments): ParNode<RackConstraintRecord>;

interface RackConstraintArguments {
    readonly pinion: string;
    readonly rack: string;
    readonly radius: NumberValue;
}

interface RackConstraintRecord extends RackConstraintArguments {
    readonly kind: 'RackConstraint';
}

function RangeSensor(args: RangeSensorArguments & DelayArguments): DelayedSensor<RangeSensorRecord, 'distance'>;
function RangeSensor(args: RangeSensorArguments): ParNode<RangeSensorRecord>;

interface RangeSensorArguments {
    readonly axis?: AxisValue;
    readonly maximumRange: NumberValue;
    readonly object: string;
}

interface RangeSensorRecord extends RangeSensorArguments {
    readonly kind: 'RangeSensor';
}

interface ReachOptions extends Pick<AssembleOptions, 'limits' | 'fixed' | 'nearest'> {
    readonly start?: ArrayLike<number>;
}

type Reaction = ActionProgram | ((act: Actions) => Action);

type RecordsOf<P extends PoolParts> = {
    readonly [K in keyof P]: P[K] extends ParNode<infer R extends TaggedRecord> ? R : never;
};

const ReferencePath: Component<{
    n: ParNode<number>;
    start: ParNode<ExprNode>;
    v_max: ParNode<ExprNode>;
    a_max: ParNode<ExprNode>;
    position: VarNode;
    velocity: VarNode;
    acceleration: VarNode;
    build: () => BuildResult;
}>;

interface ReferencePathOptions {
    readonly a_max?: ArrayLike<number>;
    readonly position?: ArrayLike<number>;
    readonly v_max?: ArrayLike<number>;
}

type ResponseName = 'elastic' | 'impulse' | 'springDamper' | 'observer';

function Revolute(args: RevoluteArguments): ParNode<RevoluteRecord>;

interface RevoluteArguments extends JointArguments, AxisForceArguments {
    readonly axis?: AxisValue;
    readonly phi?: StartValue;
    readonly tau?: NumberValue;
    readonly w?: StartValue;
}

interface RevoluteRecord extends RevoluteArguments {
    readonly kind: 'Revolute';
}

const RevoluteWithFlange: Component<{
    joint: ParNode<string>;
    obj1: ParNode<string>;
    obj2: ParNode<string>;
    axis: ParNode<AxisValue | readonly [
        "x" | "y" | "z"
    ]>;
    canCollide: ParNode<boolean>;
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    phi: VarNode;
    w: VarNode;
    a: VarNode;
    tau: VarNode;
    equations: EquationsNode;
}>;

type Rgb = readonly [
    number,
    number,
    number
];

function Rod(args: RodArguments): ParNode<RodRecord>;

interface RodArguments {
    readonly distribution?: 'uniform' | 'middle';
    readonly length?: NumberValue;
    readonly mass?: NumberValue;
    readonly obj1: string;
    readonly obj2: string;
}

interface RodRecord extends RodArguments {
    readonly kind: 'Rod';
}

function RollingWheel(args: RollingWheelArguments): ParNode<RollingWheelRecord>;

interface RollingWheelArguments {
    readonly axis?: AxisValue;
    readonly isCarried?: boolean;
    readonly normal?: AxisValue;
    readonly obj1: string;
    readonly obj2: string;
    readonly radius: NumberValue;
}

interface RollingWheelRecord extends RollingWheelArguments {
    readonly kind: 'RollingWheel';
}

function RollingWheelSet(args: RollingWheelSetArguments): Component<{
    height: ParNode<Object3DRecord>;
    seat1: ParNode<Object3DRecord>;
    seat2: ParNode<Object3DRecord>;
    planar: ParNode<PlanarRecord>;
    rev1: Component<{
        joint: ParNode<string>;
        obj1: ParNode<string>;
        obj2: ParNode<string>;
        axis: ParNode<AxisValue | readonly [
            "x" | "y" | "z"
        ]>;
        canCollide: ParNode<boolean>;
        flange: Component<{
            phi: VarNode;
            tau: VarNode;
        }>;
        phi: VarNode;
        w: VarNode;
        a: VarNode;
        tau: VarNode;
        equations: EquationsNode;
    }> | ParNode<RevoluteRecord>;
    rev2: Component<{
        joint: ParNode<string>;
        obj1: ParNode<string>;
        obj2: ParNode<string>;
        axis: ParNode<AxisValue | readonly [
            "x" | "y" | "z"
        ]>;
        canCollide: ParNode<boolean>;
        flange: Component<{
            phi: VarNode;
            tau: VarNode;
        }>;
        phi: VarNode;
        w: VarNode;
        a: VarNode;
        tau: VarNode;
        equations: EquationsNode;
    }> | ParNode<RevoluteRecord>;
    roll1: ParNode<RollingWheelRecord>;
    roll2: ParNode<RollingWheelRecord>;
}>;

interface RollingWheelSetArguments {
    readonly axle: string;
    readonly ground: string;
    readonly hasFlanges?: boolean;
    readonly phi?: StartValue;
    readonly radius: number;
    readonly s?: StartVector;
    readonly track: number;
    readonly w1?: number;
    readonly w2?: number;
    readonly wheel1: string;
    readonly wheel2: string;
}

type Rows3 = ArrayLike<number> | readonly ArrayLike<number>[];

const SampledSensor: Component<{
    u: VarNode;
    y: VarNode;
    samplePeriod: ParNode<number>;
    bias: ParNode<number>;
    deviation: ParNode<number>;
    resolution: ParNode<number>;
    seed: ParNode<number>;
    delay: ParNode<number>;
    late: Component<Simplify<{
        u: VarNode;
        y: VarNode;
    } & {
        delayTime: ParNode<number>;
        equations: EquationsNode;
    }>>;
    ud: VarNode;
    tick: VarNode;
    yd: VarNode;
    held: VarNode;
    equations: EquationsNode;
}>;

type ScalarFunction = (x: number) => number;

function Scene(args?: SceneArguments): SceneRecord;

interface SceneArguments {
    readonly cameraDistance?: NumberValue;
    readonly cameraLatitude?: NumberValue;
    readonly cameraLongitude?: NumberValue;
    readonly contactPairs?: ContactPairs<ContactLawRecord>;
    readonly contactResponse?: ResponseName | ContactLawRecord;
    readonly defaultFrameLength?: NumberValue;
    readonly distanceMethod?: 'exact' | 'mpr';
    readonly elasticContactReductionFactor?: NumberValue;
    readonly enableContactDetection?: boolean;
    readonly gap?: NumberValue;
    readonly gravityField?: GravityField;
    readonly impactRestitution?: 'newton' | 'poisson';
    readonly lightDistance?: NumberValue;
    readonly lightLatitude?: NumberValue;
    readonly lightLongitude?: NumberValue;
    readonly maximumContactDamping?: NumberValue;
    readonly nominalLength?: NumberValue;
    readonly simultaneousImpacts?: 'sequential' | 'together';
    readonly solidMaterials?: SolidMaterials;
    readonly visualMaterials?: VisualMaterials;
    readonly visualizeFrames?: boolean;
    readonly zeroCrossings?: number;
}

interface ScenePart {
    readonly material: VisualMaterial;
    readonly path: string;
    readonly shape: SolidShape | VisualShape;
}

interface SceneRecord extends SceneArguments {
    readonly kind: 'Scene';
}

function SensorResult(args: SensorResultArguments): ParNode<SensorResultRecord>;

interface SensorResultArguments {
    readonly object: string;
    readonly objectCoordinateRef?: string;
    readonly objectObserveRef?: string;
    readonly objectOrigin?: string;
}

interface SensorResultRecord extends SensorResultArguments {
    readonly kind: 'SensorResult';
}

const Servo: Component<{
    refLoadAngle: VarNode;
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    ratio: ParNode<number>;
    J: ParNode<number>;
    k1: ParNode<number>;
    k2: ParNode<number>;
    T: ParNode<number>;
    ppi: Component<{
        refLoadAngle: VarNode;
        motorAngle: VarNode;
        motorSpeed: VarNode;
        refTorque: VarNode;
        gainOuter: Component<Simplify<{
            u: VarNode;
            y: VarNode;
        } & {
            k: ParNode<number>;
            equations: EquationsNode;
        }>>;
        angleFeedback: Component<Simplify<{
            u1: VarNode;
            u2: VarNode;
            y: VarNode;
        } & {
            equations: EquationsNode;
        }>>;
        gainInner: Component<Simplify<{
            u: VarNode;
            y: VarNode;
        } & {
            k: ParNode<number>;
            equations: EquationsNode;
        }>>;
        speedFeedback: Component<Simplify<{
            u1: VarNode;
            u2: VarNode;
            y: VarNode;
        } & {
            equations: EquationsNode;
        }>>;
        PI: Component<Simplify<{
            u: VarNode;
            y: VarNode;
        } & {
            k: ParNode<number>;
            T: ParNode<number>;
            x: VarNode;
            equations: EquationsNode;
        }>>;
        connect: string[][];
    }>;
    drive: Component<{
        flange: Component<{
            phi: VarNode;
            tau: VarNode;
        }>;
        refTorque: VarNode;
        motorAngle: VarNode;
        motorSpeed: VarNode;
        torque: Component<Simplify<{
            flange: Component<{
                phi: VarNode;
                tau: VarNode;
            }>;
            tau: VarNode;
            equations: EquationsNode;
        } & {}>>;
        motorInertia: Component<{
            flange_a: Component<{
                phi: VarNode;
                tau: VarNode;
            }>;
            flange_b: Component<{
                phi: VarNode;
                tau: VarNode;
            }>;
            J: ParNode<number>;
            phi: VarNode;
            w: VarNode;
            a: VarNode;
            equations: EquationsNode;
        }>;
        angleSensor: Component<Simplify<{
            flange: Component<{
                phi: VarNode;
                tau: VarNode;
            }>;
            phi: VarNode;
            equations: EquationsNode;
        } & {}>>;
        speedSensor: Component<Simplify<{
            flange: Component<{
                phi: VarNode;
                tau: VarNode;
            }>;
            w: VarNode;
            equations: EquationsNode;
        } & {}>>;
        idealGear: Component<{
            flange_a: Component<{
                phi: VarNode;
                tau: VarNode;
            }>;
            flange_b: Component<{
                phi: VarNode;
                tau: VarNode;
            }>;
            ratio: ParNode<number>;
            phi_a: VarNode;
            phi_b: VarNode;
            equations: EquationsNode;
        }>;
        connect: string[][];
    }>;
    equations: EquationsNode;
    connect: string[][];
}>;

interface SetAction {
    readonly kind: 'set';
    readonly name: string;
    readonly value: AssignedValue;
}

interface ShapeAndMassRecord {
    readonly kind: 'MassPropertiesFromShapeAndMass';
    readonly mass?: NumberValue;
}

interface ShapeMassRecord {
    readonly kind: 'MassPropertiesFromShape';
}

type SignedAxis = Axis | '-x' | '-y' | '-z';

function Solid(args?: SolidArguments): SolidRecord;

interface SolidArguments {
    readonly collision?: boolean;
    readonly collisionSmoothingRadius?: NumberValue;
    readonly contactMaterial?: string;
    readonly contactSphereRadius?: NumberValue;
    readonly massProperties?: MassPropertiesRecord | NumberValue;
    readonly shape?: SolidShape;
    readonly solidMaterial?: string | SolidMaterial;
    readonly visualMaterial?: string | Partial<VisualMaterial> | false;
}

interface SolidMaterial {
    readonly PoissonsRatio?: number;
    readonly YoungsModulus?: number;
    readonly density?: number;
    readonly linearThermalExpansionCoefficient?: number;
    readonly meltingPoint?: number;
    readonly specificHeatCapacity?: number;
    readonly thermalConductivity?: number;
}

type SolidMaterials = Readonly<Record<string, SolidMaterial>>;

interface SolidRecord extends SolidArguments {
    readonly kind: 'Solid';
}

function Sphere(parameters?: ShapeParameters<SphereShape>): SphereShape;

interface SphereShape {
    readonly diameter: number;
    readonly shape: 'Sphere';
}

function Spherical(args: SphericalArguments): ParNode<SphericalRecord>;

interface SphericalArguments extends JointArguments {
    readonly angularVelocity?: StartVector;
    readonly motion?: PoseMotion;
    readonly orientation?: 'cardan' | 'quaternion';
    readonly rotation?: StartVector;
    readonly torque?: VectorValue;
}

interface SphericalRecord extends SphericalArguments {
    readonly kind: 'Spherical';
}

class SplinePath extends CurvePath {
    constructor(options: PtpPathOptions, path?: string);
}

function Spring(parameters?: ShapeParameters<SpringShape>): SpringShape;

function SpringDamperPtP(args: SpringDamperPtPArguments): ParNode<SpringDamperPtPRecord>;

interface SpringDamperPtPArguments {
    readonly damperForceLaw?: LawValue;
    readonly lengthFraction?: NumberValue;
    readonly mass?: NumberValue;
    readonly nominalForce?: NumberValue;
    readonly nominalLength?: NumberValue;
    readonly obj1: string;
    readonly obj2: string;
    readonly springForceLaw?: LawValue;
}

interface SpringDamperPtPRecord extends SpringDamperPtPArguments {
    readonly kind: 'SpringDamperPtP';
}

interface SpringShape {
    readonly axis: SignedAxis;
    readonly diameter: number;
    readonly length: number;
    readonly shape: 'Spring';
    readonly windings: number;
    readonly wireDiameter: number;
}

type StartValue = NumberValue | {
    readonly init?: NumberValue;
    readonly start?: NumberValue;
    readonly nominal?: NumberValue;
};

type StartVector = VectorValue | {
    readonly init?: VectorValue;
    readonly start?: VectorValue;
    readonly nominal?: NumberValue | VectorValue;
};

type StructureAction = (ChangeOptions & {
    readonly kind: 'attach';
    readonly part: string;
    readonly target: string;
    readonly secondHalfOf?: StructureAction;
}) | (ChangeOptions & {
    readonly kind: 'release';
    readonly part: string;
}) | (ChangeOptions & {
    readonly kind: 'releaseAndAttach';
    readonly part: string;
    readonly target: string;
}) | (ChangeOptions & {
    readonly kind: 'flipChain';
    readonly part: string;
    readonly target: string;
    readonly old: string;
}) | (ChangeOptions & {
    readonly kind: 'delete';
    readonly part: string;
}) | (ChangeOptions & {
    readonly kind: 'lock';
    readonly joint: string;
}) | (ChangeOptions & {
    readonly kind: 'unlock';
    readonly joint: string;
}) | (ChangeOptions & {
    readonly kind: 'disconnect';
    readonly joint: string;
}) | (ChangeOptions & {
    readonly kind: 'changeJoint';
    readonly joint: string;
    readonly record: JointChange;
}) | (ChangeOptions & {
    readonly kind: 'add';
    readonly pool: string;
    readonly start: PoolStart;
}) | {
    readonly kind: 'enableContactDetection';
    readonly enableContactDetection: boolean;
};

interface SvgOptions {
    readonly height?: number;
    readonly segments?: number;
    readonly width?: number;
}

interface TaggedRecord {
    readonly kind: string;
}

interface TargetMiss {
    readonly angle: number;
    readonly distance: number;
}

interface TargetPose {
    readonly quaternion?: ArrayLike<number>;
    readonly rotation?: ArrayLike<number>;
    readonly translation?: ArrayLike<number>;
}

function Tendon(args: TendonArguments): ParNode<TendonRecord>;

interface TendonArguments {
    readonly damperForceLaw?: LawValue;
    readonly points: readonly string[];
    readonly slackLength?: NumberValue;
    readonly springForceLaw?: LawValue;
    readonly tension?: NumberValue;
}

interface TendonRecord extends TendonArguments {
    readonly kind: 'Tendon';
}

function TextShape(parameters: Omit<ShapeParameters<TextShapeData>, 'font' | 'text'> & {
    readonly text: string;
    readonly font?: Partial<Font>;
}): TextShapeData;

interface TextShapeData {
    readonly alignment: 'Left' | 'Center' | 'Right';
    readonly axisAlignment: 'Screen' | 'XY' | 'XZ' | 'YZ';
    readonly font: Font;
    readonly offset: readonly [
        number,
        number,
        number
    ];
    readonly shape: 'TextShape';
    readonly text: string;
}

interface ThreeJson {
    readonly animations: readonly object[];
    readonly geometries: readonly ThreeNode[];
    readonly materials: readonly ThreeNode[];
    readonly metadata: {
        readonly version: number;
        readonly type: 'Object';
        readonly generator: string;
    };
    readonly object: ThreeNode;
}

type ThreeNode = Readonly<Record<string, unknown>> & {
    readonly uuid: string;
    readonly type: string;
};

interface TimedPath {
    acceleration(t: number, out: Float64Array, phase?: number): void;
    readonly endTime: number;
    readonly nAxis: number;
    phaseAt(t: number): number;
    position(t: number, out: Float64Array, phase?: number): void;
    readonly startTime: number;
    readonly switchingTimes: readonly number[];
    velocity(t: number, out: Float64Array, phase?: number): void;
}

function UniformGravityField(args?: Omit<UniformGravityRecord, 'kind'>): UniformGravityRecord;

interface UniformGravityRecord {
    readonly g?: NumberValue;
    readonly kind: 'UniformGravityField';
    readonly n?: VectorValue;
}

function Universal(args: UniversalArguments): ParNode<UniversalRecord>;

interface UniversalArguments extends JointArguments, AxesForceArguments {
    readonly axis1?: AxisValue;
    readonly axis2?: AxisValue;
    readonly phi?: StartVector;
    readonly tau?: VectorValue;
    readonly w?: StartVector;
}

interface UniversalRecord extends UniversalArguments {
    readonly kind: 'Universal';
}

const UniversalWithFlanges: Component<{
    joint: ParNode<string>;
    obj1: ParNode<string>;
    obj2: ParNode<string>;
    axis1: ParNode<AxisValue | readonly [
        "x" | "y" | "z"
    ]>;
    axis2: ParNode<AxisValue | readonly [
        "x" | "y" | "z"
    ]>;
    canCollide: ParNode<boolean>;
    flange_phi1: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_phi2: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    phi1: VarNode;
    w1: VarNode;
    a1: VarNode;
    tau1: VarNode;
    phi2: VarNode;
    w2: VarNode;
    a2: VarNode;
    tau2: VarNode;
    equations: EquationsNode;
}>;

type Vector = readonly [
    number,
    number,
    number
];

type VectorFunction = (time: number, object: AppliedObject) => ArrayLike<number>;

type VectorValue = readonly NumberValue[] | ExprNode | Quantity;

const VelocityServo: Component<{
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    w_ref: VarNode;
    d: ParNode<number>;
    tau_max: ParNode<number>;
    w: VarNode;
    tau: VarNode;
    equations: EquationsNode;
}>;

function Visual(args?: VisualArguments): VisualRecord;

interface VisualArguments {
    readonly shape?: SolidShape | VisualShape;
    readonly visualMaterial?: string | Partial<VisualMaterial>;
}

interface VisualMaterial {
    readonly color: Color;
    readonly reflectsLight: boolean;
    readonly shininess: number;
    readonly transparency: number;
    readonly wireframe: boolean;
}

type VisualMaterials = Readonly<Record<string, Partial<VisualMaterial>>>;

interface VisualRecord extends VisualArguments {
    readonly kind: 'Visual';
}

type VisualShape = CoordinateSystemShape | GridShape | SpringShape | GearWheelShape | TextShapeData;

type WaitAction = {
    readonly kind: 'wait';
    readonly period: number;
} | {
    readonly kind: 'waitUntil';
    readonly condition: Condition | string;
} | {
    readonly kind: 'parallel';
    readonly programs: readonly ActionProgram[];
};

interface WhenRecord {
    readonly condition: Condition | string | ExprNode;
    readonly kind: 'When';
    readonly reaction: Reaction;
}

function WorldForce(args: WorldForceArguments): ParNode<WorldForceRecord>;

interface WorldForceArguments extends WorldLoadArguments {
    readonly force?: VectorValue;
    readonly forceFunction?: VectorFunction;
}

interface WorldForceRecord extends WorldForceArguments {
    readonly kind: 'WorldForce';
}

interface WorldLoadArguments {
    readonly events?: LoadEvents;
    readonly objectApply: string;
    readonly objectCoord?: string;
}

interface WorldState {
    readonly added: string;
    angularVelocity(object: string): number[];
    attachedTo(part: string): string | null;
    contactForce(a: string, b?: string): number;
    distance(a: string, b: string): number;
    exists(path: string): boolean;
    jointForce(joint: string): {
        readonly force: number[];
        readonly torque: number[];
    };
    jointPosition(joint: string, axis?: number): number;
    jointVelocity(joint: string, axis?: number): number;
    position(object: string, relativeTo?: string): number[];
    relativeSpeed(a: string, b: string): number;
    rotation(object: string): number[];
    readonly time: number;
    touches(a: string, b?: string): boolean;
    value(name: string): number;
    velocity(object: string): number[];
}

function WorldTorque(args: WorldTorqueArguments): ParNode<WorldTorqueRecord>;

interface WorldTorqueArguments extends WorldLoadArguments {
    readonly torque?: VectorValue;
    readonly torqueFunction?: VectorFunction;
}

interface WorldTorqueRecord extends WorldTorqueArguments {
    readonly kind: 'WorldTorque';
}

function assemble(model: ModelNode, targets?: Readonly<Record<string, TargetPose>>, options?: AssembleOptions): Configuration;

const contactPairs: ContactPairs;

function createAnimation(model: ModelNode, result: MotionTable, options?: AnimationOptions): AnimationScene;

function createDynamics(model: ModelNode, options?: DynamicsOptions): Dynamics;

function printTree(tree: SegmentTree): string;

const solidMaterials: SolidMaterials;

function toGlb(scene: AnimationScene): Uint8Array;

function toGltf(scene: AnimationScene): GltfDocument;

function toObj(scene: AnimationScene, time: number): string;

function toStl(scene: AnimationScene, time: number): Uint8Array;

function toSvg(scene: AnimationScene, time: number, options?: SvgOptions): string;

function toThreeJson(scene: AnimationScene): ThreeJson;

const visualMaterials: VisualMaterials;

function when(condition: Condition | string | ExprNode, reaction: Reaction): ParNode<WhenRecord>;
