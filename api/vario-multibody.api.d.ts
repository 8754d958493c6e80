// Public surface of 'vario/multibody', written by scripts/api-report.ts.

import { BodyDeclaration } from 'vario/mechanics'
import { Component } from 'vario'
import { ConvexShape } from 'vario/collision'
import { FREE } from 'vario/mechanics'
import { Members } from 'vario'
import { MergeTree } from 'vario'
import { ModelNode } from 'vario'
import { PRISMATIC } from 'vario/mechanics'
import { REVOLUTE } from 'vario/mechanics'
import { SPHERICAL } from 'vario/mechanics'
import { SegmentTree } from 'vario'
import { SolidShape } from 'vario/collision'
import { Tree } from 'vario/mechanics'
import { TreeData } from 'vario/mechanics'

type Action = StructureAction | PathAction | WaitAction;

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
    unlock(joint: string, options?: ChangeOptions): Action;
    wait(period: number): Action;
    waitUntil(condition: Condition): Action;
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

function Beam(parameters?: Parameters<BeamShape>): BeamShape;

function Box(parameters?: Parameters<BoxShape>): BoxShape;

function Bushing(args: BushingArguments): ParNode<BushingRecord>;

function Capsule(parameters?: Parameters<CapsuleShape>): CapsuleShape;

function Cone(parameters?: Parameters<ConeShape>): ConeShape;

class Configuration {
    constructor(state: MechanismState, targets: Readonly<Record<string, TargetMiss>>);
    distance(a: string, b: string): number;
    readonly merge: MergeTree;
    planarAngle(a: string, b: string, axis?: 'x' | 'y' | 'z'): number;
    pose(object: string, relativeTo?: string): ObjectPose;
    readonly targets: Readonly<Record<string, TargetMiss>>;
    value(name: string): number;
    readonly values: Readonly<Record<string, number | Float64Array>>;
}

function ContactLaw(law: OwnContactLaw): ContactLawRecord;

type ContactPairs<Law extends object = never> = Readonly<Record<string, ElasticPairData<Law> | ObserverPairData>>;

function ContactResult(args: ContactResultArguments): ParNode<ContactResultRecord>;

function CoordinateSystem(parameters?: Parameters<CoordinateSystemShape>): CoordinateSystemShape;

function Cylinder(parameters?: Parameters<CylinderShape>): CylinderShape;

function Cylindrical(args: CylindricalArguments): ParNode<CylindricalRecord>;

function Ellipsoid(parameters?: Parameters<EllipsoidShape>): EllipsoidShape;

function FileMesh(parameters: FileMeshParameters): MeshShape;

function Fix(args: FixArguments): ParNode<FixRecord>;

function Free(args: FreeArguments): ParNode<FreeRecord>;

function FunctionGravityField(args: Omit<FunctionGravityRecord, 'kind'>): FunctionGravityRecord;

function GearConstraint(args: GearConstraintArguments): ParNode<GearConstraintRecord>;

function GearWheel(parameters?: Parameters<GearWheelShape>): GearWheelShape;

function Grid(parameters?: Parameters<GridShape>): GridShape;

function JointForce(args: JointForceArguments): ParNode<JointForceRecord>;

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
            "x" | "z"
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

function MassProperties(args?: MassPropertiesArguments): GivenMassRecord;

function MassPropertiesFromShape(): ShapeMassRecord;

function MassPropertiesFromShapeAndMass(args: {
    readonly mass: NumberValue;
}): ShapeAndMassRecord;

function Mesh(parameters: MeshParameters): MeshShape;

function Model3D<M extends Members & {
    readonly actions?: ActionProgram;
}>(members: M): Component<M>;

function NoGravityField(args?: Omit<NoGravityRecord, 'kind'>): NoGravityRecord;

function Object3D(args?: Object3DArguments): ParNode<Object3DRecord>;

interface Object3DArguments {
    readonly angularVelocity?: StartVector;
    readonly angularVelocityResolvedInParent?: boolean;
    readonly assemblyRoot?: boolean;
    readonly feature?: Feature;
    readonly fixedToParent?: boolean;
    readonly lockable?: boolean;
    readonly orientation?: 'cardan' | 'quaternion';
    readonly parent?: string;
    readonly rotation?: StartVector;
    readonly translation?: StartVector;
    readonly velocity?: StartVector;
}

interface ObjectPose {
    readonly quaternion: Float64Array;
    readonly rotation: Float64Array;
    readonly translation: Float64Array;
}

function Planar(args: PlanarArguments): ParNode<PlanarRecord>;

function PointGravityField(args?: Omit<PointGravityRecord, 'kind'>): PointGravityRecord;

function Pool<P extends PoolParts>(parts: P): ParNode<PoolRecord<RecordsOf<P>>>;

function Prismatic(args: PrismaticArguments): ParNode<PrismaticRecord>;

const PrismaticWithFlange: Component<{
    joint: ParNode<string>;
    obj1: ParNode<string>;
    obj2: ParNode<string>;
    axis: ParNode<AxisValue | readonly [
        "x" | "z"
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

class PtpPath {
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

function Revolute(args: RevoluteArguments): ParNode<RevoluteRecord>;

const RevoluteWithFlange: Component<{
    joint: ParNode<string>;
    obj1: ParNode<string>;
    obj2: ParNode<string>;
    axis: ParNode<AxisValue | readonly [
        "x" | "z"
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

function Rod(args: RodArguments): ParNode<RodRecord>;

function RollingWheel(args: RollingWheelArguments): ParNode<RollingWheelRecord>;

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
            "x" | "z"
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
            "x" | "z"
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

function SensorResult(args: SensorResultArguments): ParNode<SensorResultRecord>;

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
        gainOuter: Component<{
            u: VarNode;
            y: VarNode;
            k: ParNode<number>;
            equations: EquationsNode;
        }>;
        angleFeedback: Component<{
            u1: VarNode;
            u2: VarNode;
            y: VarNode;
            equations: EquationsNode;
        }>;
        gainInner: Component<{
            u: VarNode;
            y: VarNode;
            k: ParNode<number>;
            equations: EquationsNode;
        }>;
        speedFeedback: Component<{
            u1: VarNode;
            u2: VarNode;
            y: VarNode;
            equations: EquationsNode;
        }>;
        PI: Component<{
            u: VarNode;
            y: VarNode;
            k: ParNode<number>;
            T: ParNode<number>;
            x: VarNode;
            equations: EquationsNode;
        }>;
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
        torque: Component<{
            flange: Component<{
                phi: VarNode;
                tau: VarNode;
            }>;
            tau: VarNode;
            equations: EquationsNode;
        }>;
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
        angleSensor: Component<{
            flange: Component<{
                phi: VarNode;
                tau: VarNode;
            }>;
            phi: VarNode;
            equations: EquationsNode;
        }>;
        speedSensor: Component<{
            flange: Component<{
                phi: VarNode;
                tau: VarNode;
            }>;
            w: VarNode;
            equations: EquationsNode;
        }>;
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

function Sphere(parameters?: Parameters<SphereShape>): SphereShape;

function Spherical(args: SphericalArguments): ParNode<SphericalRecord>;

function Spring(parameters?: Parameters<SpringShape>): SpringShape;

function SpringDamperPtP(args: SpringDamperPtPArguments): ParNode<SpringDamperPtPRecord>;

interface TargetMiss {
    readonly angle: number;
    readonly distance: number;
}

interface TargetPose {
    readonly quaternion?: ArrayLike<number>;
    readonly rotation?: ArrayLike<number>;
    readonly translation?: ArrayLike<number>;
}

function TextShape(parameters: Omit<Parameters<TextShapeData>, 'font' | 'text'> & {
    readonly text: string;
    readonly font?: Partial<Font>;
}): TextShapeData;

function UniformGravityField(args?: Omit<UniformGravityRecord, 'kind'>): UniformGravityRecord;

function Universal(args: UniversalArguments): ParNode<UniversalRecord>;

function Visual(args?: VisualArguments): VisualRecord;

function WorldForce(args: WorldForceArguments): ParNode<WorldForceRecord>;

interface WorldForceArguments extends WorldLoadArguments {
    readonly force?: VectorValue;
    readonly forceFunction?: VectorFunction;
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

function assemble(model: ModelNode, targets?: Readonly<Record<string, TargetPose>>, options?: AssembleOptions): Configuration;

const contactPairs: ContactPairs;

function createAnimation(model: ModelNode, result: MotionTable, options?: AnimationOptions): AnimationScene;

function printTree(tree: SegmentTree): string;

const solidMaterials: SolidMaterials;

function toGlb(scene: AnimationScene): Uint8Array;

function toGltf(scene: AnimationScene): GltfDocument;

function toObj(scene: AnimationScene, time: number): string;

function toStl(scene: AnimationScene, time: number): Uint8Array;

function toSvg(scene: AnimationScene, time: number, options?: SvgOptions): string;

function toThreeJson(scene: AnimationScene): ThreeJson;

const visualMaterials: VisualMaterials;

function when(condition: Condition | string, reaction: Reaction): ParNode<WhenRecord>;

// ---- not exported: ----
// AccelerationHistory, Accessor, AnimationOptions, AnimationPart, AnimationScene, AnyDefinition,
// AppliedObject, ArrayExpr, AttributeValue, AxesForceArguments, Axis, AxisChoice, AxisElement,
// AxisForceArguments, AxisValue, BeamShape, BooleanExpr, BoxShape, Branch, BufferView, BuildResult,
// BushingArguments, BushingRecord, COMPONENTS, CallExpr, CallStatement, Camera, CapsuleShape, CentralMass,
// ChangeOptions, Color, ComprehensionExpr, Condition, ConeShape, Connection, ConstrainedTree, ContactAnswer,
// ContactLawRecord, ContactOptions, ContactPair, ContactResultArguments, ContactResultRecord, ContactShapes,
// ContactState, CoordinateSystemShape, CylinderShape, CylindricalArguments, CylindricalRecord, DEFINITIONS,
// DISTANCE, DamperLaw, DeferredNumber, DefinitionTable, DistanceMethod, DrawnScene, Edge, ElasticPair,
// ElasticPairData, ElementConstraint, EliminationWorkspace, EllipsoidShape, EndExpr, EquationBlock,
// EquationStatement, EquationsNode, EvaluatedAttributes, EvaluatedModel, EvaluatedValue, Expr, ExprNode,
// Feature, FeatureDefinition, FileMeshParameters, FixArguments, FixRecord, FlangeVariables, Font,
// ForStatement, ForceLawOptions, Frame, FreeArguments, FreeRecord, FunctionGravityRecord, FunctionInfo,
// GearConstraintArguments, GearConstraintRecord, GearWheelShape, GivenMassRecord, GltfDocument, Gravity,
// GravityDefinition, GravityField, GridShape, Grouping, GuessProblem, IfExpr, IfStatement, ImpactOptions,
// ImpactState, IndexExpr, InertiaCorrection, Iterator, JacobianFunction, JointArguments, JointAxes,
// JointChange, JointDefinition, JointElement, JointEndArguments, JointForceArguments, JointForceRecord,
// JointGap, JointMotion, JointNode, JointRecord, JointRelation, JointRole, KeyContent, LawValue, LawVector,
// LeastSquaresProblem, Length, Light, LineForceArguments, LineMass, Link, LoadEvents, Look, LoopData,
// LoopGroup, LoopJoint, LoopMembers, LoopModel, LoopReactions, LoopRow, LoopSizes, LoopSolver, LoopWorkspace,
// MEAN, MassDefinition, MassPropertiesArguments, MassPropertiesRecord, MassSource, MaterialTables,
// MatrixValue, Mechanism, MechanismState, MemberExpr, MemoryCall, MeshParameters, MeshShape, Motion,
// MotionSignals, MotionTable, Moving, NameExpr, NamedConstraint, NoGravityRecord, Node, NumberExpr,
// NumberValue, NumericArray, Object3DRecord, ObjectExpr, ObjectNode, ObserverPair, ObserverPairData,
// OrientationStart, OwnContactLaw, PERPENDICULAR, PairValues, ParAttributes, ParNode, Parameters, Part,
// PartPath, PathAction, PlanarArguments, PlanarRecord, PointGravityRecord, PoolInstance, PoolNode, PoolParts,
// PoolRecord, PoolStart, Pools, Pose, Position, PositionedTree, PrismaticArguments, PrismaticRecord,
// ProjectedWorld, PtpPathOptions, Quantity, ROLLING, RackConstraintArguments, RackConstraintRecord,
// RangeExpr, Reaction, RecordDefinition, RecordOf, RecordReference, RecordVariable, RecordsOf,
// ReferencePathOptions, Remembered, ResponseName, ResultShape, RevoluteArguments, RevoluteRecord, Rgb,
// RodArguments, RodRecord, RollingRow, RollingWheelArguments, RollingWheelRecord, RollingWheelSetArguments,
// RotationElement, RotationName, RowEvaluator, Rows3, ScalarFunction, ScenePart, SceneRecord, SceneSettings,
// SearchProblem, SensorResultArguments, SensorResultRecord, ShapeAndMassRecord, ShapeMassRecord, SignedAxis,
// SolidMaterial, SolidMaterials, SolidRecord, Source, SphereShape, SphericalArguments, SphericalRecord,
// SpringDamperPtPArguments, SpringDamperPtPRecord, SpringShape, Start, StartValue, StartVector, Statement,
// StringExpr, Structure, StructureAction, SuperObject, SvgOptions, TRANSLATION, TaggedRecord, Target,
// TextShapeData, ThreeJson, ThreeNode, TreeJoint, TreeResponse, TupleExpr, UniformGravityRecord,
// UniversalArguments, UniversalRecord, VarAttributes, VarNode, Vector, VectorFunction, VectorValue,
// VisualArguments, VisualMaterial, VisualMaterials, VisualRecord, VisualShape, WaitAction, WhenRecord,
// WhenStatement, WithDefaultObjects, WorldForceRecord, WorldLoadArguments, WorldLoops, WorldMotion,
// WorldTorqueArguments, WorldTorqueRecord

class AccelerationHistory {
    constructor(velocities: Int32Array);
    add(t: number, vdot: Float64Array): void;
    at(t: number): Float64Array;
    beganWeak: boolean;
    clear(): void;
    end(t: number): void;
    get isFull(): boolean;
    get isLong(): boolean;
}

interface Accessor {
    readonly bufferView: number;
    readonly componentType: number;
    readonly count: number;
    readonly max?: readonly number[];
    readonly min?: readonly number[];
    readonly type: keyof typeof COMPONENTS;
}

interface AnimationOptions {
    readonly merge?: MergeTree;
    readonly name?: string;
}

interface AnimationPart extends ScenePart, Motion {
}

interface AnimationScene extends DrawnScene<AnimationPart> {
    readonly name: string;
    readonly times: Float64Array;
}

interface AnyDefinition {
    readonly keys: Readonly<Record<string, KeyContent>>;
    readonly kind: string;
}

interface AppliedObject {
    readonly angularVelocity: Float64Array;
    readonly position: Float64Array;
    readonly rotation: Float64Array;
    readonly velocity: Float64Array;
}

interface ArrayExpr extends Node {
    readonly elements: readonly Expr[];
    readonly isBlocks?: true;
    readonly isOfComponents?: true;
    readonly kind: 'array';
}

type AttributeValue = number | boolean | NumericArray | Quantity | ExprNode;

interface AxesForceArguments {
    readonly damping?: VectorValue;
    readonly rest?: VectorValue;
    readonly stiffness?: VectorValue;
}

type Axis = 'x' | 'y' | 'z';

interface AxisChoice {
    readonly guess: number | undefined;
    readonly isHeld: boolean;
    readonly max: number;
    readonly min: number;
}

interface AxisElement {
    readonly axis: Float64Array;
    readonly index: number;
    readonly kind: typeof REVOLUTE | typeof PRISMATIC;
    readonly position: string;
    readonly positionStart: Start;
    readonly unit: 'rad' | 'm';
    readonly velocity: string;
    readonly velocityStart: Start;
}

interface AxisForceArguments {
    readonly damping?: NumberValue;
    readonly rest?: NumberValue;
    readonly stiffness?: NumberValue;
}

type AxisValue = SignedAxis | readonly number[] | ExprNode;

interface BeamShape {
    readonly axis: Axis;
    readonly length: number;
    readonly shape: 'Beam';
    readonly thickness: number;
    readonly width: number;
}

interface BooleanExpr extends Node {
    readonly kind: 'boolean';
    readonly value: boolean;
}

interface BoxShape {
    readonly lengthX: number;
    readonly lengthY: number;
    readonly lengthZ: number;
    readonly shape: 'Box';
}

interface Branch {
    readonly body: readonly Statement[];
    readonly condition: Expr;
}

interface BufferView {
    readonly buffer: 0;
    readonly byteLength: number;
    readonly byteOffset: number;
    readonly target?: number;
}

interface BuildResult {
    readonly memory?: () => object;
    readonly model?: Readonly<Record<string, unknown>>;
    readonly variables?: readonly RecordVariable[];
}

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

const COMPONENTS: {
    SCALAR: number;
    VEC3: number;
    VEC4: number;
};

interface CallExpr extends Node {
    readonly args: readonly Expr[];
    readonly fn: string;
    readonly kind: 'call';
}

interface CallStatement extends Node {
    readonly args: readonly Expr[];
    readonly fn: 'reinit' | 'assert' | 'terminate' | 'connect';
    readonly kind: 'statement';
}

interface Camera {
    readonly position: Vector;
    readonly target: Vector;
}

interface CapsuleShape {
    readonly axis: Axis;
    readonly diameter: number;
    readonly length: number;
    readonly shape: 'Capsule';
}

interface CentralMass {
    readonly center: ArrayLike<number>;
    readonly doubt?: string;
    readonly inertia: ArrayLike<number>;
    readonly mass: number;
}

interface ChangeOptions {
    readonly enableContactDetection?: boolean;
    readonly impulse?: boolean;
}

type Color = string | Rgb;

interface ComprehensionExpr extends Node {
    readonly body: Expr;
    readonly kind: 'comprehension';
    readonly range: Expr;
    readonly variable: string;
}

type Condition = (state: WorldState) => boolean;

interface ConeShape {
    readonly axis: SignedAxis;
    readonly diameter: number;
    readonly length: number;
    readonly shape: 'Cone';
    readonly topDiameter: number;
}

type Connection = {
    readonly fixed: Pose;
} | {
    readonly elements: readonly JointElement[];
};

interface ConstrainedTree {
    readonly bodies: Int32Array;
    readonly data: LoopData;
    readonly model: LoopModel;
    readonly tree: Tree;
    readonly treeData: TreeData;
    readonly workspace: LoopWorkspace;
}

interface ContactAnswer {
    dissipation: number;
    elasticEnergy: number;
    readonly force: Float64Array;
    readonly torque: Float64Array;
}

interface ContactLawRecord extends OwnContactLaw {
    readonly kind: 'ContactLaw';
}

interface ContactOptions extends Partial<ForceLawOptions> {
    readonly distanceMethod?: DistanceMethod;
    readonly hysteresis?: number;
    readonly zeroCrossings?: 'two' | number;
}

type ContactPair<Law extends object = never> = ElasticPair<Law> | ObserverPair;

interface ContactResultArguments {
    readonly obj1: string;
    readonly obj2: string;
    readonly objectCoordinateRef?: string;
}

interface ContactResultRecord extends ContactResultArguments {
    readonly kind: 'ContactResult';
}

interface ContactShapes {
    readonly material: string;
    readonly shapes: readonly ConvexShape[];
}

interface ContactState {
    readonly angularVelocity: Float64Array;
    readonly friction: number;
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

interface CoordinateSystemShape {
    readonly length: number;
    readonly shape: 'CoordinateSystem';
}

interface CylinderShape {
    readonly axis: Axis;
    readonly diameter: number;
    readonly innerDiameter: number;
    readonly length: number;
    readonly shape: 'Cylinder';
}

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

const DEFINITIONS: readonly [
    FeatureDefinition<SceneRecord>,
    FeatureDefinition<SolidRecord>,
    FeatureDefinition<VisualRecord>
];

const DEFINITIONS: readonly [
    GravityDefinition<NoGravityRecord>,
    GravityDefinition<UniformGravityRecord>,
    GravityDefinition<PointGravityRecord>,
    GravityDefinition<FunctionGravityRecord>
];

const DEFINITIONS: readonly [
    JointDefinition<RevoluteRecord>,
    JointDefinition<PrismaticRecord>,
    JointDefinition<CylindricalRecord>,
    JointDefinition<UniversalRecord>,
    JointDefinition<PlanarRecord>,
    JointDefinition<SphericalRecord>,
    JointDefinition<FreeRecord>,
    JointDefinition<FixRecord>
];

const DEFINITIONS: readonly [
    MassDefinition<GivenMassRecord>,
    MassDefinition<ShapeMassRecord>,
    MassDefinition<ShapeAndMassRecord>
];

const DISTANCE = 2;

type DamperLaw = 'exact' | 'fraction' | 'polynomial';

interface DeferredNumber {
    readonly _class: string;
}

class DefinitionTable<D extends AnyDefinition = AnyDefinition> {
    constructor(definitions: readonly D[]);
    readonly definitions: readonly D[];
    find(path: string, kind: unknown): D;
    get(kind: string): D | undefined;
    get kinds(): string[];
}

type DistanceMethod = 'exact' | 'mpr';

interface DrawnScene<Part extends ScenePart = ScenePart> {
    readonly camera?: Camera;
    readonly lights?: readonly Light[];
    readonly parts: readonly Part[];
    readonly up: Vector;
}

interface Edge {
    readonly isReversed: boolean;
    readonly joint: JointNode | null;
    readonly pose: Pose | null;
    readonly to: ObjectNode;
}

interface ElasticPair<Law extends object = never> extends PairValues {
    readonly response: Exclude<ResponseName, 'observer'> | Law;
}

type ElasticPairData<Law extends object = never> = Omit<PairValues, 'vsmall' | 'vsmallFriction' | 'wsmall'> & Partial<Pick<PairValues, 'vsmall' | 'vsmallFriction' | 'wsmall'>> & {
    readonly response?: Exclude<ResponseName, 'observer'> | Law;
};

interface ElementConstraint {
    readonly frames?: readonly [
        Frame,
        Frame
    ];
    readonly masses?: readonly LineMass[];
    readonly relation?: JointRelation;
    readonly rows?: readonly LoopRow[];
}

interface EliminationWorkspace {
    readonly looped: TreeData;
    readonly response: TreeResponse;
}

interface EllipsoidShape {
    readonly lengthX: number;
    readonly lengthY: number;
    readonly lengthZ: number;
    readonly shape: 'Ellipsoid';
}

interface EndExpr extends Node {
    readonly kind: 'end';
}

interface EquationBlock {
    readonly functions: ReadonlyMap<string, FunctionInfo>;
    readonly statements: readonly Statement[];
}

interface EquationStatement extends Node {
    readonly kind: 'equation';
    readonly left: Expr;
    readonly right: Expr;
}

interface EquationsNode {
    readonly _class: 'Equations';
    readonly blocks: readonly EquationBlock[];
}

interface EvaluatedAttributes {
    readonly init?: EvaluatedValue;
    readonly isDefault?: true;
    readonly max?: EvaluatedValue;
    readonly min?: EvaluatedValue;
    readonly nominal?: EvaluatedValue;
    readonly start?: EvaluatedValue;
}

interface EvaluatedModel {
    readonly attributes: ReadonlyMap<string, EvaluatedAttributes>;
    readonly parameters: ReadonlyMap<string, EvaluatedValue>;
}

type EvaluatedValue = number | boolean | string | Float64Array | MatrixValue | object;

type Expr = NumberExpr | BooleanExpr | StringExpr | NameExpr | CallExpr | IfExpr | ArrayExpr | IndexExpr | MemberExpr | RangeExpr | EndExpr | ComprehensionExpr | TupleExpr | ObjectExpr;

interface ExprNode {
    readonly _class: 'Expr';
    readonly expr: Expr;
    readonly functions: ReadonlyMap<string, FunctionInfo>;
    readonly up: number;
}

type Feature = RecordOf<(typeof DEFINITIONS)[number]>;

interface FeatureDefinition<R extends TaggedRecord = TaggedRecord> extends RecordDefinition<R> {
    readContact?(path: string, record: R, tables: MaterialTables): ContactShapes | null;
    readLook?(path: string, record: R, tables: MaterialTables): Look | null;
    readMass?(path: string, record: R, tables: MaterialTables): CentralMass | null;
}

interface FileMeshParameters {
    readonly filename: string;
    readonly scale?: number | readonly [
        number,
        number,
        number
    ];
}

interface FixArguments extends JointEndArguments {
    readonly rotation?: VectorValue;
    readonly translation?: VectorValue;
}

interface FixRecord extends FixArguments {
    readonly kind: 'Fix';
}

interface FlangeVariables {
    readonly acceleration: string;
    readonly force: string;
    readonly isAngle: boolean;
    readonly parameters: readonly string[];
    readonly position: string;
    readonly velocity: string;
}

interface Font {
    readonly bold: boolean;
    readonly charSize: number;
    readonly fontFamily: string;
    readonly italic: boolean;
}

interface ForStatement extends Node {
    readonly body: readonly Statement[];
    readonly iterators: readonly Iterator[];
    readonly kind: 'for';
}

interface ForceLawOptions {
    readonly elasticContactReductionFactor: number;
    readonly maximumContactDamping: number;
}

interface Frame {
    readonly R_BO: Float64Array;
    body: number;
    readonly p_BO: Float64Array;
    readonly path: string;
}

interface FreeArguments extends SphericalArguments {
    readonly force?: VectorValue;
    readonly translation?: StartVector;
    readonly velocity?: StartVector;
}

interface FreeRecord extends FreeArguments {
    readonly kind: 'Free';
}

interface FunctionGravityRecord {
    readonly acceleration: (position: Float64Array) => ArrayLike<number>;
    readonly kind: 'FunctionGravityField';
    readonly potential?: (position: Float64Array) => number;
    readonly up?: VectorValue;
}

interface FunctionInfo {
    readonly derivative?: (args: readonly Expr[]) => readonly (Expr | null)[];
    readonly derivativeFunction?: string | FunctionInfo;
    readonly evaluate: (...args: never[]) => unknown;
    readonly expand?: (args: readonly Expr[]) => Expr;
    readonly hasMemory?: boolean;
    readonly inverse?: FunctionInfo;
    readonly jacobian?: readonly (FunctionInfo | null)[] | JacobianFunction;
    readonly linearIn?: readonly number[];
    readonly memoryOf?: string;
    readonly name: string;
    readonly readsOnly?: boolean;
    readonly remember?: (args: readonly Expr[], isFixed: (expr: Expr) => boolean) => Remembered;
    readonly results?: number;
    readonly selectsColumns?: boolean;
    readonly shape?: ResultShape | readonly ResultShape[];
}

interface GearConstraintArguments {
    readonly joint1: string;
    readonly joint2: string;
    readonly ratio?: NumberValue;
}

interface GearConstraintRecord extends GearConstraintArguments {
    readonly kind: 'GearConstraint';
}

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

interface Gravity {
    accelerationAt(point: Float64Array, out: Float64Array): void;
    addForces(tree: Tree, data: TreeData, first?: number, end?: number): void;
    readonly magnitude: number;
    potentialAt(point: Float64Array): number;
    potentialEnergy(tree: Tree, data: TreeData): number;
    readonly up: Float64Array;
}

interface GravityDefinition<R extends TaggedRecord = TaggedRecord> extends RecordDefinition<R> {
    read(path: string, record: R): Gravity;
}

type GravityField = RecordOf<(typeof DEFINITIONS)[number]>;

interface GridShape {
    readonly axis: Axis;
    readonly distance: number;
    readonly length: number;
    readonly lineWidth: number;
    readonly shape: 'Grid';
    readonly width: number;
}

interface Grouping {
    readonly bodies: readonly BodyDeclaration[];
    readonly cuts: readonly JointNode[];
    readonly frames: ReadonlyMap<string, Frame>;
    readonly links: ReadonlyMap<JointNode | null, Link>;
    readonly structure: Structure;
    readonly superObjects: readonly SuperObject[];
    readonly treeJoints: readonly TreeJoint[];
}

interface GuessProblem extends SearchProblem {
    computeWayBack(out: Float64Array): void;
}

interface IfExpr extends Node {
    readonly condition: Expr;
    readonly else: Expr;
    readonly kind: 'if';
    readonly then: Expr;
}

interface IfStatement extends Node {
    readonly branches: readonly Branch[];
    readonly kind: 'if';
    readonly otherwise: readonly Statement[];
}

interface ImpactOptions {
    readonly restitution: 'newton' | 'poisson';
    readonly simultaneous: 'sequential' | 'together';
}

interface ImpactState extends ContactState {
    readonly mobility: Float64Array;
}

interface IndexExpr extends Node {
    readonly base: Expr;
    readonly kind: 'index';
    readonly subscripts: readonly Expr[];
}

class InertiaCorrection {
    constructor(loops: ConstrainedTree, solver: LoopSolver, masses: LoopModel, inertias: Float64Array);
    addLight(body: number, mass: number, length: number): void;
    addLightForces(F: Float64Array, sign: number): void;
    addMassForces(F: Float64Array): void;
    addResponse(vdot: Float64Array): void;
    correct(A: Float64Array | null, lambda: Float64Array, isMoving?: boolean): void;
    factor(): boolean;
    get isNeeded(): boolean;
    get lightBodies(): readonly number[];
    readonly massForces: Float64Array;
}

interface Iterator {
    readonly range: Expr;
    readonly variable: string;
}

type JacobianFunction = (...args: never[]) => MatrixValue;

interface JointArguments extends JointEndArguments {
    readonly canCollide?: boolean;
}

interface JointAxes {
    readonly rotations: number;
    readonly translations: number;
}

type JointChange = WithDefaultObjects<JointRecord>;

interface JointDefinition<R extends TaggedRecord & JointArguments = TaggedRecord & JointArguments> extends RecordDefinition<R> {
    readonly axes?: JointAxes;
    readonly canCollide: boolean;
    readonly flange?: FlangeVariables;
    read(path: string, record: R): Connection;
}

type JointElement = AxisElement | RotationElement;

interface JointEndArguments {
    readonly obj1: string;
    readonly obj2: string;
}

interface JointForceArguments {
    readonly joint: string;
    readonly objectCoordinateRef?: string;
}

interface JointForceRecord extends JointForceArguments {
    readonly kind: 'JointForce';
}

interface JointGap {
    readonly angle: number;
    readonly joint: string;
    readonly length: number;
}

interface JointMotion {
    readonly elements: readonly JointElement[];
    readonly hasFlange: boolean;
    readonly isDriven?: boolean;
    readonly offset: Pose | null;
}

interface JointNode extends PartPath {
    readonly canCollide: boolean;
    readonly fixed: Pose | null;
    readonly isBraked?: boolean;
    readonly kind: string;
    readonly locked: JointNode | null;
    readonly motion: JointMotion | null;
    readonly object1: ObjectNode;
    readonly object2: ObjectNode;
    readonly resultPath: string;
    readonly role: JointRole;
    readonly startsInMotion?: boolean;
}

type JointRecord = RecordOf<(typeof DEFINITIONS)[number]>;

interface JointRelation {
    readonly members: readonly {
        readonly body: number;
        readonly factor: number;
    }[];
    readonly offset: number | null;
}

type JointRole = 'joint' | 'free' | 'lock';

type KeyContent = string | DefinitionTable | Readonly<Record<string, string>> | null;

type LawValue = NumberValue | ScalarFunction;

type LawVector = readonly LawValue[] | ExprNode | Quantity;

interface LeastSquaresProblem {
    displace(move: Float64Array): void;
    evaluate(g: Float64Array, J: Float64Array): void;
    readonly lower: Float64Array;
    readonly nError: number;
    readonly nMove: number;
    save(): () => void;
    readonly sizes: Float64Array;
    readonly upper: Float64Array;
}

type Length = number | DeferredNumber;

interface Light {
    readonly intensity: number;
    readonly position: Vector;
}

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

interface LineMass {
    readonly fraction: number;
    readonly mass: number;
}

interface Link {
    readonly X_PF: Pose | null;
    readonly elements: readonly {
        readonly element: JointElement;
        readonly X_PJ: Pose;
    }[];
    readonly exits: readonly {
        readonly object: number;
        readonly edge: Edge;
    }[];
    readonly isReversed: boolean;
    readonly joint: JointNode | null;
    readonly masses: Pick<BodyDeclaration, 'mass' | 'p_BC' | 'I_C' | 'parts'>;
    readonly objects: readonly ObjectNode[];
    readonly poses: readonly Pose[];
}

type LoadEvents = VectorValue | ((time: number) => number);

type Look = Pick<AnimationPart, 'shape' | 'material'>;

interface LoopData {
    readonly bias: Float64Array;
    readonly g: Float64Array;
    readonly offset: Float64Array;
    readonly rate: Float64Array;
    readonly wrench: Float64Array;
}

class LoopGroup {
    constructor({ cuts, constraints, bodies }: LoopMembers, grouping: Grouping, moved: PositionedTree, length: number, workspace: LoopWorkspace);
    addForces(F: Float64Array): void;
    addLight(body: number): boolean;
    addPositionChange(out: Float64Array): void;
    addVelocityChange(out: Float64Array): void;
    readonly bodies: Int32Array;
    chooseRows(): void;
    computeGaps(g: Float64Array, J: Float64Array): void;
    computeJacobian(J: Float64Array): void;
    computeMultipliers(t: number, A: Float64Array, vdot: Float64Array): void;
    readonly cuts: readonly JointNode[];
    readonly data: LoopData;
    factor(gap?: number): void;
    findMotion(out: Float64Array): void;
    findReversed(): string | undefined;
    gap: number;
    readonly history: AccelerationHistory;
    readonly inertias: InertiaCorrection;
    isSettled(step: number): boolean;
    keepOffsets(): void;
    readonly lambda: Float64Array;
    listGaps(values: Float64Array): readonly JointGap[];
    measureGap(): number;
    measureMove(move: Float64Array): number;
    measureRate(): number;
    readonly model: LoopModel;
    multipliersOf(path: string): Float64Array | null;
    get nIndependent(): number;
    nRedundant: number;
    readonly paths: readonly string[];
    prepare(): void;
    rate: number;
    readonly reactions: LoopReactions;
    respondToJoint(body: number, place: number, out: Float64Array): number;
    sizes: LoopSizes;
    readonly solver: LoopSolver;
    speed: number;
    readonly velocities: Int32Array;
}

interface LoopJoint {
    readonly R_AF: Float64Array;
    readonly R_BG: Float64Array;
    readonly bodyA: number;
    readonly bodyB: number;
    readonly p_AF: Float64Array;
    readonly p_BG: Float64Array;
    readonly rows: readonly LoopRow[];
}

interface LoopMembers {
    readonly bodies: Int32Array;
    readonly constraints: readonly NamedConstraint[];
    readonly cuts: readonly JointNode[];
}

interface LoopModel {
    readonly jointOf: Int32Array;
    readonly joints: readonly LoopJoint[];
    readonly kinds: Uint8Array;
    readonly nRow: number;
    readonly relations: readonly JointRelation[];
    readonly rows: readonly LoopRow[];
    readonly termBody: Int32Array;
    readonly termStart: Int32Array;
}

class LoopReactions {
    constructor(parts: ConstrainedTree, solver: LoopSolver, cuts: readonly JointNode[], grouping: Grouping, length: number);
    get joints(): readonly JointNode[];
    numberOf(joint: JointNode): number;
    readDetermined(k: number, R_WC: Float64Array, out: Float64Array): void;
    readDeterminedInObject1(k: number, out: Float64Array): void;
    update(lambda: Float64Array): void;
    updateStresses(): void;
    readonly wrenches: Float64Array;
}

type LoopRow = {
    readonly kind: typeof TRANSLATION;
    readonly u: ArrayLike<number>;
} | {
    readonly kind: typeof PERPENDICULAR;
    readonly e: ArrayLike<number>;
    readonly d: ArrayLike<number>;
    readonly cosine?: number;
} | {
    readonly kind: typeof DISTANCE;
    readonly length: number | null;
} | RollingRow | {
    readonly kind: typeof MEAN;
    readonly u: ArrayLike<number>;
    readonly fraction: number;
};

interface LoopSizes {
    readonly isAngle: Uint8Array;
    readonly length: number;
    readonly moves: Float64Array;
    readonly rows: Float64Array;
}

class LoopSolver {
    constructor(loops: ConstrainedTree);
    addForces(lambda: Float64Array, F: Float64Array): void;
    chooseRows(least?: number): number;
    dotRow(k: number, A: Float64Array): number;
    factor(gap?: number): void;
    forgetLeft(): void;
    get hasLeft(): boolean;
    get hasWeak(): boolean;
    isChosen: boolean;
    readonly isIndependent: Uint8Array;
    margin: number;
    noteMost(): void;
    get rank(): number;
    respond(lambda: Float64Array, vdot: Float64Array): void;
    respondToJoint(body: number, vdot: Float64Array, rows: Float64Array): Float64Array;
    reviseRows(): void;
    see(velocities: Float64Array, rows: Float64Array): Float64Array;
    seeWeak(vdot: Float64Array, rows: Float64Array): void;
    solve(rhs: Float64Array, x: Float64Array): void;
    solvePositions(rhs: Float64Array, sizes: Float64Array, x: Float64Array): void;
    solveVelocities(rhs: Float64Array, sizes: Float64Array, speed: number, x: Float64Array): void;
}

class LoopWorkspace {
    constructor(moved: PositionedTree);
    readonly F: Float64Array;
    readonly change: Float64Array;
    readonly evaluator: RowEvaluator;
    readonly moves: Float64Array;
    get ofAll(): EliminationWorkspace;
    get ofChosen(): EliminationWorkspace;
    readonly response: TreeResponse;
}

const MEAN = 4;

interface MassDefinition<R extends TaggedRecord = TaggedRecord> extends RecordDefinition<R> {
    read(path: string, record: R, solid: MassSource, tables: MaterialTables): CentralMass;
}

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

type MassPropertiesRecord = RecordOf<(typeof DEFINITIONS)[number]>;

interface MassSource {
    readonly shape?: SolidShape;
    readonly solidMaterial?: string | SolidMaterial;
}

interface MaterialTables {
    readonly contactPairs: ReadonlyMap<string, ContactPair<object>>;
    readonly solidMaterials: SolidMaterials;
    readonly visualMaterials: VisualMaterials;
}

interface MatrixValue {
    readonly cols: number;
    readonly data: Float64Array;
    readonly rows: number;
}

interface Mechanism {
    readonly attributes: EvaluatedModel['attributes'];
    readonly constraints: readonly NamedConstraint[];
    readonly grouping: Grouping;
    readonly structure: Structure;
}

class MechanismState implements GuessProblem {
    constructor(mechanism: Mechanism, targets: readonly Target[], choiceOf: (name: string) => AxisChoice, moving: Moving);
    computeWayBack(out: Float64Array): void;
    readonly data: TreeData;
    displace(move: Float64Array): void;
    evaluate(g: Float64Array, J: Float64Array): void;
    isProper(): boolean;
    readonly length: number;
    readonly loops: WorldLoops | null;
    readonly lower: Float64Array;
    measureDistance(): number;
    readonly mechanism: Mechanism;
    readonly motion: WorldMotion;
    get nError(): number;
    get nLoopGap(): number;
    readonly nMove: number;
    readonly q: Float64Array;
    save(): () => void;
    readonly sizes: Float64Array;
    targetWeight: number;
    readonly tree: Tree;
    readonly upper: Float64Array;
}

interface MemberExpr extends Node {
    readonly base: Expr;
    readonly kind: 'member';
    readonly member: string;
}

interface MemoryCall {
    readonly args: readonly Expr[];
    readonly info: FunctionInfo;
}

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

type Moving = 'guesses' | 'flanges' | 'all';

interface NameExpr extends Node {
    readonly kind: 'name';
    readonly name: string;
}

interface NamedConstraint {
    readonly constraint: ElementConstraint;
    readonly path: string;
}

interface NoGravityRecord {
    readonly kind: 'NoGravityField';
    readonly up?: VectorValue;
}

interface Node {
    readonly pos?: Position;
}

interface NumberExpr extends Node {
    readonly kind: 'number';
    readonly quantity?: {
        readonly value: number;
        readonly unit: string;
    };
    readonly value: number;
}

type NumberValue = number | ExprNode | Quantity<number>;

type NumericArray = readonly number[] | readonly boolean[] | readonly (readonly number[])[] | Float64Array | Float32Array | Int32Array;

interface Object3DRecord extends Object3DArguments {
    readonly kind: 'Object3D';
}

interface ObjectExpr extends Node {
    readonly kind: 'object';
    readonly value: unknown;
}

interface ObjectNode extends PartPath {
    readonly X_PO: Pose;
    parent: ObjectNode | null;
    readonly record: Object3DRecord;
}

interface ObserverPair {
    readonly response: 'observer';
}

type ObserverPairData = ObserverPair;

interface OrientationStart {
    readonly isXYZ: number;
    readonly values: Float64Array;
}

interface OwnContactLaw {
    readonly force?: (contact: ContactState, answer: ContactAnswer) => void;
    readonly impulse?: (impact: ImpactState) => ArrayLike<number>;
    readonly penetrationScale?: number;
}

const PERPENDICULAR = 1;

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

interface ParAttributes {
    readonly info?: string;
    readonly max?: AttributeValue;
    readonly min?: AttributeValue;
    readonly unit?: string;
}

interface ParNode<T = unknown> extends ParAttributes {
    readonly _class: 'Par';
    readonly value: T;
}

type Parameters<S> = {
    readonly [K in Exclude<keyof S, 'shape'>]?: S[K] extends number ? Length : S[K];
};

type Parameters<S> = {
    readonly [K in Exclude<keyof S, 'shape'>]?: S[K] extends number ? number | DeferredNumber : S[K];
};

interface Part<R extends TaggedRecord = TaggedRecord> extends PartPath {
    readonly record: R;
}

interface PartPath {
    readonly fullPath: string;
    readonly path: string;
}

type PathAction = (ReferencePathOptions & {
    readonly kind: 'addReferencePath';
    readonly path: string;
}) | {
    readonly kind: 'ptpJointSpace';
    readonly path: string;
    readonly points: readonly (readonly number[])[];
};

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

interface PointGravityRecord {
    readonly kind: 'PointGravityField';
    readonly mass?: NumberValue;
    readonly mue?: NumberValue;
}

interface PoolInstance extends PartPath {
    readonly parts: readonly Part[];
    readonly root: ObjectNode;
}

interface PoolNode extends PartPath {
    readonly nAdded: number;
    readonly parts: PoolRecord['parts'];
    readonly root: string;
}

type PoolParts = Readonly<Record<string, ParNode<TaggedRecord>>>;

interface PoolRecord<R extends Readonly<Record<string, TaggedRecord>> = Record<string, TaggedRecord>> {
    readonly kind: 'Pool';
    readonly parts: R;
}

type PoolStart = Pick<Object3DRecord, 'translation' | 'rotation' | 'velocity' | 'angularVelocity'>;

interface Pools {
    readonly instances: ReadonlyMap<string, PoolInstance>;
    readonly pools: ReadonlyMap<string, PoolNode>;
}

interface Pose {
    readonly R: Float64Array;
    readonly p: Float64Array;
}

interface Position {
    readonly end: number;
    readonly source: Source;
    readonly start: number;
}

interface PositionedTree {
    readonly data: TreeData;
    readonly q: Float64Array;
    readonly tree: Tree;
}

interface PrismaticArguments extends JointArguments, AxisForceArguments {
    readonly axis?: AxisValue;
    readonly f?: NumberValue;
    readonly s?: StartValue;
    readonly v?: StartValue;
}

interface PrismaticRecord extends PrismaticArguments {
    readonly kind: 'Prismatic';
}

interface ProjectedWorld {
    displace(dq: Float64Array): void;
    kick(dv: Float64Array): void;
    update(): void;
}

interface PtpPathOptions {
    readonly a_max: ArrayLike<number>;
    readonly points: readonly ArrayLike<number>[];
    readonly startTime?: number;
    readonly v_max: ArrayLike<number>;
}

interface Quantity<T = number | NumericArray> {
    readonly _class: 'Quantity';
    readonly unit: string;
    readonly value: T;
}

const ROLLING = 3;

interface RackConstraintArguments {
    readonly pinion: string;
    readonly rack: string;
    readonly radius: NumberValue;
}

interface RackConstraintRecord extends RackConstraintArguments {
    readonly kind: 'RackConstraint';
}

interface RangeExpr extends Node {
    readonly from: Expr;
    readonly kind: 'range';
    readonly step: Expr | null;
    readonly to: Expr;
}

type Reaction = ActionProgram | ((act: Actions) => Action);

interface RecordDefinition<R extends TaggedRecord> extends AnyDefinition {
    readonly keys: Readonly<Record<Exclude<keyof R, 'kind'>, KeyContent>>;
    readonly kind: R['kind'];
}

type RecordOf<D> = D extends FeatureDefinition<infer R> ? R : never;

type RecordOf<D> = D extends GravityDefinition<infer R> ? R : never;

type RecordOf<D> = D extends JointDefinition<infer R> ? R : never;

type RecordOf<D> = D extends MassDefinition<infer R> ? R : never;

interface RecordReference {
    readonly name: string;
    readonly path: string;
}

interface RecordVariable extends RecordReference {
    readonly declaration: VarNode;
}

type RecordsOf<P extends PoolParts> = {
    readonly [K in keyof P]: P[K] extends ParNode<infer R extends TaggedRecord> ? R : never;
};

interface ReferencePathOptions {
    readonly a_max?: ArrayLike<number>;
    readonly position?: ArrayLike<number>;
    readonly v_max?: ArrayLike<number>;
}

interface Remembered {
    readonly memory: () => object;
    readonly read: MemoryCall;
    readonly record: MemoryCall;
}

type ResponseName = 'elastic' | 'impulse' | 'springDamper' | 'observer';

type ResultShape = 'scalar' | 'vector' | 'matrix' | 'object' | 'boolean' | 'like';

interface RevoluteArguments extends JointArguments, AxisForceArguments {
    readonly axis?: AxisValue;
    readonly phi?: StartValue;
    readonly tau?: NumberValue;
    readonly w?: StartValue;
}

interface RevoluteRecord extends RevoluteArguments {
    readonly kind: 'Revolute';
}

type Rgb = readonly [
    number,
    number,
    number
];

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

interface RollingRow {
    readonly axis: Float64Array;
    readonly direction: 'along' | 'across' | 'normal';
    readonly kind: typeof ROLLING;
    readonly n: Float64Array;
    readonly radius: number;
}

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

interface RotationElement {
    readonly angularVelocity: Float64Array;
    readonly isAngularVelocityGiven: boolean;
    readonly isResolvedInParent: boolean;
    readonly isRotationGiven: boolean;
    readonly isTranslationGiven: boolean;
    readonly isVelocityGiven: boolean;
    readonly kind: typeof SPHERICAL | typeof FREE;
    readonly nominal: Readonly<Record<RotationName, readonly (number | undefined)[]>>;
    readonly orientation: 'cardan' | 'quaternion';
    readonly resumed: OrientationStart | null;
    readonly rotation: Float64Array;
    readonly translation: Float64Array;
    readonly velocity: Float64Array;
}

type RotationName = 'rotation' | 'angularVelocity' | 'translation' | 'velocity';

class RowEvaluator {
    constructor(moved: PositionedTree);
    evaluate(model: LoopModel, rows: LoopData): void;
}

type Rows3 = ArrayLike<number> | readonly ArrayLike<number>[];

type ScalarFunction = (x: number) => number;

interface ScenePart {
    readonly material: VisualMaterial;
    readonly path: string;
    readonly shape: SolidShape | VisualShape;
}

interface SceneRecord extends SceneArguments {
    readonly kind: 'Scene';
}

interface SceneSettings {
    readonly contactOptions: ContactOptions;
    readonly gap: number;
    readonly gravity: Gravity;
    readonly hasContacts: boolean;
    readonly impacts: ImpactOptions;
    readonly nominalLength: number;
    readonly tables: MaterialTables;
}

interface SearchProblem extends LeastSquaresProblem {
    isProper(): boolean;
    measureDistance(): number;
}

interface SensorResultArguments {
    readonly object: string;
    readonly objectCoordinateRef?: string;
    readonly objectObserveRef?: string;
    readonly objectOrigin?: string;
}

interface SensorResultRecord extends SensorResultArguments {
    readonly kind: 'SensorResult';
}

interface ShapeAndMassRecord {
    readonly kind: 'MassPropertiesFromShapeAndMass';
    readonly mass?: NumberValue;
}

interface ShapeMassRecord {
    readonly kind: 'MassPropertiesFromShape';
}

type SignedAxis = Axis | '-x' | '-y' | '-z';

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

interface Source {
    readonly name: string;
    readonly text: string;
}

interface SphereShape {
    readonly diameter: number;
    readonly shape: 'Sphere';
}

interface SphericalArguments extends JointArguments {
    readonly angularVelocity?: StartVector;
    readonly orientation?: 'cardan' | 'quaternion';
    readonly rotation?: StartVector;
    readonly torque?: VectorValue;
}

interface SphericalRecord extends SphericalArguments {
    readonly kind: 'Spherical';
}

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

interface Start {
    readonly isFree: boolean;
    readonly isGiven: boolean;
    readonly isGuess: boolean;
    readonly nominal: number | undefined;
    readonly value: number;
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

type Statement = EquationStatement | WhenStatement | ForStatement | IfStatement | CallStatement;

interface StringExpr extends Node {
    readonly kind: 'string';
    readonly value: string;
}

interface Structure extends Pools {
    readonly joints: readonly JointNode[];
    readonly madeRoots: ReadonlySet<ObjectNode>;
    readonly objects: ReadonlyMap<string, ObjectNode>;
    readonly resultSizes: ReadonlyMap<string, number>;
    readonly root: string;
    readonly scene: SceneSettings;
    readonly world: ObjectNode;
}

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

interface SuperObject {
    readonly body: number;
    readonly frames: readonly Frame[];
    readonly joint: JointNode | null;
    readonly link: Link;
    readonly objects: readonly ObjectNode[];
    readonly parent: number;
}

interface SvgOptions {
    readonly height?: number;
    readonly segments?: number;
    readonly width?: number;
}

const TRANSLATION = 0;

interface TaggedRecord {
    readonly kind: string;
}

class Target {
    constructor(path: string, frame: Frame, pose: TargetPose);
    evaluate(motion: WorldMotion, length: number, g: Float64Array, J: Float64Array, row: number): void;
    measure(motion: WorldMotion): TargetMiss;
    readonly nGap: number;
    readonly path: string;
}

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

interface TreeJoint {
    readonly body: number;
    readonly element: JointElement;
    readonly isReversed: boolean;
    readonly joint: JointNode;
    readonly link: Link;
}

class TreeResponse {
    constructor(tree: Tree, data: TreeData);
    readonly A: Float64Array;
    readonly Z: Float64Array;
    addJointForce(i: number): void;
    addWrench(body: number, wrench: Float64Array, o: number, factor: number): void;
    clear(bodies: Int32Array): void;
    compute(bodies: Int32Array, vdot: Float64Array | null): void;
    passToChild(i: number, vdot: Float64Array | null): void;
    passToParent(i: number): void;
    spread(bodies: Int32Array, vdot: Float64Array): void;
}

interface TupleExpr extends Node {
    readonly elements: readonly Expr[];
    readonly kind: 'tuple';
}

interface UniformGravityRecord {
    readonly g?: NumberValue;
    readonly kind: 'UniformGravityField';
    readonly n?: VectorValue;
}

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

interface VarAttributes {
    readonly fixed?: boolean;
    readonly flow?: boolean;
    readonly hideResult?: boolean;
    readonly if?: boolean | ExprNode;
    readonly info?: string;
    readonly init?: AttributeValue;
    readonly input?: boolean;
    readonly max?: AttributeValue;
    readonly min?: AttributeValue;
    readonly nominal?: AttributeValue;
    readonly output?: boolean;
    readonly potential?: boolean;
    readonly start?: AttributeValue;
    readonly unit?: string;
    readonly value?: unknown;
}

interface VarNode extends VarAttributes {
    readonly _class: 'Var';
}

type Vector = readonly [
    number,
    number,
    number
];

type VectorFunction = (time: number, object: AppliedObject) => ArrayLike<number>;

type VectorValue = readonly NumberValue[] | ExprNode | Quantity;

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
    readonly condition: Condition;
} | {
    readonly kind: 'parallel';
    readonly programs: readonly ActionProgram[];
};

interface WhenRecord {
    readonly condition: Condition | string;
    readonly kind: 'When';
    readonly reaction: Reaction;
}

interface WhenStatement extends Node {
    readonly branches: readonly Branch[];
    readonly kind: 'when';
}

type WithDefaultObjects<R> = R extends JointRecord ? Omit<R, 'obj1' | 'obj2'> & Partial<Pick<R, 'obj1' | 'obj2'>> : never;

interface WorldForceRecord extends WorldForceArguments {
    readonly kind: 'WorldForce';
}

interface WorldLoadArguments {
    readonly events?: LoadEvents;
    readonly objectApply: string;
    readonly objectCoord?: string;
}

class WorldLoops {
    constructor(cuts: readonly JointNode[], constraints: readonly NamedConstraint[], grouping: Grouping, moved: PositionedTree, length: number, isOne: boolean);
    addLight(body: number): boolean;
    computeFreeMoves(isFree: Uint8Array): Float64Array;
    computeGaps(g: Float64Array, J: Float64Array): void;
    computeRank(isFree: Uint8Array, tolerance: number): number;
    computeRates(rates: Float64Array, J: Float64Array): void;
    readonly cuts: readonly JointNode[];
    get elementPaths(): string[];
    findReversed(): string | undefined;
    readonly groups: readonly LoopGroup[];
    keepOffsets(): void;
    multipliersOf(path: string): Float64Array;
    get nIndependent(): number;
    get nRedundant(): number;
    readonly nRow: number;
    readonly nv: number;
    projectPositions(world: ProjectedWorld, groups?: readonly LoopGroup[]): boolean;
    projectVelocities(world: ProjectedWorld, groups?: readonly LoopGroup[]): boolean;
    reactionsOf(joint: JointNode): {
        readonly reactions: LoopReactions;
        readonly number: number;
    } | null;
    respondToJoint(body: number, place: number, out: Float64Array): number;
}

class WorldMotion {
    constructor(tree: Tree, data: TreeData);
    acceleration(frame: Frame, out: Float64Array, o?: number): void;
    angularAcceleration(frame: Frame, out: Float64Array, o?: number): void;
    angularVelocity(frame: Frame, out: Float64Array, o?: number): void;
    applyForce(frame: Frame, force: Float64Array, of: number, torque: Float64Array, ot: number): void;
    applyForceAt(frame: Frame, point: Float64Array, op: number, force: Float64Array, of: number, sign: number): void;
    applyWrenchAt(frame: Frame, point: Float64Array, force: Float64Array, torque: Float64Array): void;
    readonly data: TreeData;
    position(frame: Frame, out: Float64Array, o?: number): void;
    rotation(frame: Frame, out: Float64Array, o?: number): void;
    time: number;
    readonly tree: Tree;
    velocity(frame: Frame, out: Float64Array, o?: number): void;
}

interface WorldTorqueArguments extends WorldLoadArguments {
    readonly torque?: VectorValue;
    readonly torqueFunction?: VectorFunction;
}

interface WorldTorqueRecord extends WorldTorqueArguments {
    readonly kind: 'WorldTorque';
}
