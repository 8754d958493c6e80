// Public surface of 'vario/collision', written by scripts/api-report.ts.

function Beam(parameters?: Parameters<BeamShape>): BeamShape;

function Box(parameters?: Parameters<BoxShape>): BoxShape;

function Capsule(parameters?: Parameters<CapsuleShape>): CapsuleShape;

function Cone(parameters?: Parameters<ConeShape>): ConeShape;

interface ConvexShape {
    readonly axis: number;
    readonly boundingRadius: number;
    readonly cellVertices: Int32Array;
    readonly cells: Int32Array;
    readonly cellsPerUnit: number;
    readonly center: Float64Array;
    readonly contactRadius: number;
    readonly isFlat: boolean;
    readonly kind: number;
    readonly minDimension: number;
    readonly nCell: number;
    readonly neighborStart: Int32Array;
    readonly neighbors: Int32Array;
    readonly planes: Float64Array;
    readonly radius: number;
    readonly size: Float64Array;
    readonly vertices: Float64Array;
}

function Cylinder(parameters?: Parameters<CylinderShape>): CylinderShape;

function Ellipsoid(parameters?: Parameters<EllipsoidShape>): EllipsoidShape;

function Mesh(parameters: MeshParameters): MeshShape;

const RESULT_DISTANCE = 0;

const RESULT_LENGTH = 10;

const RESULT_NORMAL = 7;

const RESULT_POINT_A = 1;

const RESULT_POINT_B = 4;

type SolidShape = SphereShape | EllipsoidShape | BoxShape | CylinderShape | ConeShape | CapsuleShape | BeamShape | MeshShape;

function Sphere(parameters?: Parameters<SphereShape>): SphereShape;

function castRay(shape: SolidShape, origin: ArrayLike<number>, direction: ArrayLike<number>): number;

function computeBoundingBox(shape: ConvexShape, R_WS: Float64Array, iR: number, p_WS: Float64Array, ip: number, out: Float64Array, o: number): void;

function computeMassProperties(shape: SolidShape): MassProperties;

function computeSignedDistance(query: ExactDistanceQuery, shapes: PlacedShapes, a: number, b: number, out: Float64Array, o: number): void;

function convexHull(points: Rows3, path?: string): ConvexHull;

function createConvexShape(shape: SolidShape, smoothingRadius?: number, path?: string): ConvexShape;

function createDistanceQuery(): ExactDistanceQuery;

function signedDistance(shapeA: SolidShape, poseA: ShapePose, shapeB: SolidShape, poseB: ShapePose, options?: SignedDistanceOptions): SignedDistance;

function tessellate(shape: SolidShape, segments?: number): MeshShape;

// ---- not exported: ----
// Axis, BeamShape, BoxShape, CapsuleShape, ConeShape, ContactFeature, ContactPointWorkspace, ConvexHull,
// CylinderShape, DeferredNumber, DistanceQuery, EllipsoidShape, ExactDistanceQuery, Length, MassProperties,
// MeshArrays, MeshParameters, MeshShape, Parameters, PenetrationWorkspace, PlacedShapes, PolishWorkspace,
// Polytope, PortalSearch, Rows3, ShapePose, SignedAxis, SignedDistance, SignedDistanceOptions, SphereShape,
// Triple

type Axis = 'x' | 'y' | 'z';

interface BeamShape {
    readonly axis: Axis;
    readonly length: number;
    readonly shape: 'Beam';
    readonly thickness: number;
    readonly width: number;
}

interface BoxShape {
    readonly lengthX: number;
    readonly lengthY: number;
    readonly lengthZ: number;
    readonly shape: 'Box';
}

interface CapsuleShape {
    readonly axis: Axis;
    readonly diameter: number;
    readonly length: number;
    readonly shape: 'Capsule';
}

interface ConeShape {
    readonly axis: SignedAxis;
    readonly diameter: number;
    readonly length: number;
    readonly shape: 'Cone';
    readonly topDiameter: number;
}

class ContactFeature {
    readonly e: Float64Array<ArrayBuffer>;
    evaluate(shape: ConvexShape, d: Float64Array, u1: Float64Array, u2: Float64Array): boolean;
    fixSideAtEnd(shape: ConvexShape, d: Float64Array): boolean;
    identify(shape: ConvexShape, x: Float64Array, o: number, simplex: Float64Array, place: number, k: number): boolean;
    isFeasible(shape: ConvexShape, tolerance: number): boolean;
    nFree: number;
    readonly t: Float64Array<ArrayBuffer>;
    readonly values: Float64Array<ArrayBuffer>;
}

class ContactPointWorkspace {
    readonly common: Float64Array<ArrayBuffer>;
    readonly cornersA: Float64Array<ArrayBuffer>;
    readonly cornersB: Float64Array<ArrayBuffer>;
    readonly cut: Float64Array<ArrayBuffer>;
    readonly planeA: Float64Array<ArrayBuffer>;
    readonly planeB: Float64Array<ArrayBuffer>;
    readonly scratch: Float64Array<ArrayBuffer>;
}

interface ConvexHull extends MeshArrays {
    readonly faceStart: Int32Array;
    readonly faceVertices: Int32Array;
    readonly neighborStart: Int32Array;
    readonly neighbors: Int32Array;
    readonly planes: Float64Array;
    readonly pointIndices: Int32Array;
    readonly triangles: Int32Array;
    readonly vertices: Float64Array;
}

interface CylinderShape {
    readonly axis: Axis;
    readonly diameter: number;
    readonly innerDiameter: number;
    readonly length: number;
    readonly shape: 'Cylinder';
}

interface DeferredNumber {
    readonly _class: string;
}

class DistanceQuery {
    readonly R_AB: Float64Array<ArrayBuffer>;
    readonly closest: Float64Array<ArrayBuffer>;
    readonly core: Float64Array<ArrayBuffer>;
    readonly direction: Float64Array<ArrayBuffer>;
    readonly lambda: Float64Array<ArrayBuffer>;
    readonly middle: Float64Array<ArrayBuffer>;
    readonly p_AB: Float64Array<ArrayBuffer>;
    readonly scale: Float64Array<ArrayBuffer>;
    shapeA: ConvexShape;
    shapeB: ConvexShape;
    readonly simplex: Float64Array<ArrayBuffer>;
}

interface EllipsoidShape {
    readonly lengthX: number;
    readonly lengthY: number;
    readonly lengthZ: number;
    readonly shape: 'Ellipsoid';
}

class ExactDistanceQuery extends DistanceQuery {
    readonly contactPoints: ContactPointWorkspace;
    readonly penetration: PenetrationWorkspace;
    readonly polishing: PolishWorkspace;
    readonly portal: PortalSearch;
}

type Length = number | DeferredNumber;

interface MassProperties {
    readonly centroid: Float64Array;
    readonly inertia: Float64Array;
    readonly inertiaPerMass: Float64Array;
    readonly volume: number;
}

interface MeshArrays {
    readonly triangles: Int32Array;
    readonly vertices: Float64Array;
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

type Parameters<S> = {
    readonly [K in Exclude<keyof S, 'shape'>]?: S[K] extends number ? Length : S[K];
};

class PenetrationWorkspace {
    readonly best: Float64Array<ArrayBuffer>;
    face: number;
    readonly polytope: Polytope;
}

interface PlacedShapes {
    readonly R_WS: Float64Array;
    readonly convex: readonly ConvexShape[];
    readonly p_WS: Float64Array;
}

class PolishWorkspace {
    readonly d: Float64Array<ArrayBuffer>;
    readonly edges: Float64Array<ArrayBuffer>;
    readonly featureA: ContactFeature;
    readonly featureB: ContactFeature;
    isUnique: boolean;
    readonly n: Float64Array<ArrayBuffer>;
    readonly points: Float64Array<ArrayBuffer>;
    readonly step: Float64Array<ArrayBuffer>;
    readonly system: Float64Array<ArrayBuffer>;
    readonly u1: Float64Array<ArrayBuffer>;
    readonly u2: Float64Array<ArrayBuffer>;
    readonly v1: Float64Array<ArrayBuffer>;
    readonly v2: Float64Array<ArrayBuffer>;
}

class Polytope {
    addVertex(f: number, tolerance: number): boolean;
    readonly corners: Int32Array<ArrayBuffer>;
    findClosestFace(): number;
    hasRoom(): boolean;
    nFace: number;
    nVertex: number;
    readonly planes: Float64Array<ArrayBuffer>;
    settle(f: number): void;
    startTetrahedron(): void;
    readonly vertices: Float64Array<ArrayBuffer>;
}

class PortalSearch {
    R_AB: Float64Array<ArrayBuffer>;
    readonly inner: Int32Array<ArrayBuffer>;
    isConverged: boolean;
    p_AB: Float64Array<ArrayBuffer>;
    phase2: number;
    phase3: number;
    readonly portal: Int32Array<ArrayBuffer>;
    readonly r0: Float64Array<ArrayBuffer>;
    scale: Float64Array<ArrayBuffer>;
    setPair(query: DistanceQuery): void;
    shapeA: ConvexShape;
    shapeB: ConvexShape;
    readonly support: Float64Array<ArrayBuffer>;
    termination: number;
    readonly tolerance: Float64Array<ArrayBuffer>;
    readonly w: Float64Array<ArrayBuffer>;
    readonly weights: Float64Array<ArrayBuffer>;
}

type Rows3 = ArrayLike<number> | readonly ArrayLike<number>[];

interface ShapePose {
    readonly p: ArrayLike<number>;
    readonly q: ArrayLike<number>;
}

type SignedAxis = Axis | '-x' | '-y' | '-z';

interface SignedDistance {
    readonly distance: number;
    readonly normal: Triple;
    readonly pointA: Triple;
    readonly pointB: Triple;
}

interface SignedDistanceOptions {
    readonly method?: 'exact' | 'mpr';
    readonly smoothingRadius?: number | readonly [
        number,
        number
    ];
}

interface SphereShape {
    readonly diameter: number;
    readonly shape: 'Sphere';
}

type Triple = [
    number,
    number,
    number
];
