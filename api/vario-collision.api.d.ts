// Public surface of 'vario/collision', written by scripts/api-report.ts.

type Axis = 'x' | 'y' | 'z';

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

function Capsule(parameters?: ShapeParameters<CapsuleShape>): CapsuleShape;

interface CapsuleShape {
    readonly axis: Axis;
    readonly diameter: number;
    readonly length: number;
    readonly shape: 'Capsule';
}

function Cone(parameters?: ShapeParameters<ConeShape>): ConeShape;

interface ConeShape {
    readonly axis: SignedAxis;
    readonly diameter: number;
    readonly length: number;
    readonly shape: 'Cone';
    readonly topDiameter: number;
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

function Cylinder(parameters?: ShapeParameters<CylinderShape>): CylinderShape;

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

function Ellipsoid(parameters?: ShapeParameters<EllipsoidShape>): EllipsoidShape;

interface EllipsoidShape {
    readonly lengthX: number;
    readonly lengthY: number;
    readonly lengthZ: number;
    readonly shape: 'Ellipsoid';
}

class ExactDistanceQuery extends DistanceQuery {
}

type Length = number | DeferredNumber;

interface MassProperties {
    readonly centroid: Float64Array;
    readonly inertia: Float64Array;
    readonly inertiaPerMass: Float64Array;
    readonly volume: number;
}

function Mesh(parameters: MeshParameters): MeshShape;

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

interface PlacedShapes {
    readonly R_WS: Float64Array;
    readonly convex: readonly ConvexShape[];
    readonly p_WS: Float64Array;
}

const RESULT_DISTANCE = 0;

const RESULT_LENGTH = 10;

const RESULT_NORMAL = 7;

const RESULT_POINT_A = 1;

const RESULT_POINT_B = 4;

type Rows3 = ArrayLike<number> | readonly ArrayLike<number>[];

type ShapeParameters<S> = {
    readonly [K in Exclude<keyof S, 'shape'>]?: S[K] extends number ? Length : S[K];
};

interface ShapePose {
    readonly p: ArrayLike<number>;
    readonly q: ArrayLike<number>;
}

type SignedAxis = Axis | '-x' | '-y' | '-z';

interface SignedDistance {
    readonly distance: number;
    readonly normal: [
        number,
        number,
        number
    ];
    readonly pointA: [
        number,
        number,
        number
    ];
    readonly pointB: [
        number,
        number,
        number
    ];
}

interface SignedDistanceOptions {
    readonly method?: 'exact' | 'mpr';
    readonly smoothingRadius?: number | readonly [
        number,
        number
    ];
}

type SolidShape = SphereShape | EllipsoidShape | BoxShape | CylinderShape | ConeShape | CapsuleShape | BeamShape | MeshShape;

function Sphere(parameters?: ShapeParameters<SphereShape>): SphereShape;

interface SphereShape {
    readonly diameter: number;
    readonly shape: 'Sphere';
}

function castRay(shape: SolidShape, origin: ArrayLike<number>, direction: ArrayLike<number>): number;

function computeBoundingBox(shape: ConvexShape, R_WS: Float64Array, iR: number, p_WS: Float64Array, ip: number, out: Float64Array, o: number): void;

function computeMassProperties(shape: SolidShape): MassProperties;

function computeSignedDistance(query: ExactDistanceQuery, shapes: PlacedShapes, a: number, b: number, out: Float64Array, o: number): void;

function convexHull(points: Rows3, path?: string): ConvexHull;

function createConvexShape(shape: SolidShape, smoothingRadius?: number, path?: string): ConvexShape;

function createDistanceQuery(): ExactDistanceQuery;

function signedDistance(shapeA: SolidShape, poseA: ShapePose, shapeB: SolidShape, poseB: ShapePose, options?: SignedDistanceOptions): SignedDistance;

function tessellate(shape: SolidShape, segments?: number): MeshShape;
