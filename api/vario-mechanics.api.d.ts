// Public surface of 'vario/mechanics', written by scripts/api-report.ts.

import { VarioError } from 'vario'

interface BodyDeclaration {
    readonly I_C?: ArrayLike<number>;
    readonly R_PJ?: ArrayLike<number>;
    readonly armature?: number;
    readonly kind: number;
    readonly mass?: number;
    readonly p_BC?: ArrayLike<number>;
    readonly p_PJ?: ArrayLike<number>;
    readonly parent: number;
    readonly parts?: readonly PartDeclaration[];
}

const FREE = 3;

const PRISMATIC = 1;

interface PartDeclaration {
    readonly I_C: ArrayLike<number>;
    readonly mass: number;
    readonly p_BC: ArrayLike<number>;
}

const REVOLUTE = 0;

const SPHERICAL = 2;

class SingularInertiaError extends VarioError {
    constructor(body: number);
    readonly body: number;
}

interface Tree {
    readonly I_C: Float64Array;
    readonly I_Part: Float64Array;
    readonly M_BBo: Float64Array;
    readonly R_PJ: Float64Array;
    readonly armature: Float64Array;
    readonly isLeaf: Uint8Array;
    readonly kind: Uint8Array;
    readonly mass: Float64Array;
    readonly nBody: number;
    readonly nq: number;
    readonly nv: number;
    readonly p_BC: Float64Array;
    readonly p_BPart: Float64Array;
    readonly p_PJ: Float64Array;
    readonly parent: Int32Array;
    readonly partMass: Float64Array;
    readonly partStart: Int32Array;
    readonly qStart: Int32Array;
    readonly vParent: Int32Array;
    readonly vStart: Int32Array;
}

interface TreeData {
    readonly A_WB_B: Float64Array;
    readonly A_bias: Float64Array;
    readonly F_articulated: Float64Array;
    readonly F_bias: Float64Array;
    readonly F_ext: Float64Array;
    readonly F_joint: Float64Array;
    readonly F_unit: Float64Array;
    readonly M_articulated: Float64Array;
    readonly M_composite: Float64Array;
    readonly M_rigid: Float64Array;
    readonly R_PB: Float64Array;
    readonly R_WB: Float64Array;
    readonly V_WB_B: Float64Array;
    readonly factor: Float64Array;
    readonly firstUnit: Int32Array;
    readonly isFactorConstant: Uint8Array;
    readonly isPrescribed: Uint8Array;
    readonly nextUnit: Int32Array;
    readonly p_PB: Float64Array;
    readonly p_WB: Float64Array;
    readonly reducedSize: Float64Array;
}

interface TreeOfBodies {
    readonly bodies: readonly BodyDeclaration[];
    readonly tree: Tree;
}

function addForceAtPoint(data: TreeData, i: number, F_W: Float64Array, iF: number, p_WQ: Float64Array, ip: number): void;

function addPointGravity(tree: Tree, data: TreeData, mue: number, first?: number, end?: number): void;

function addUniformGravity(tree: Tree, data: TreeData, gx: number, gy: number, gz: number, first?: number, end?: number): void;

function clearForces(data: TreeData, first?: number, end?: number): void;

function computeAccelerations(tree: Tree, data: TreeData, vdot: Float64Array): void;

function computeCenterOfMass(tree: Tree, data: TreeData, out: Float64Array): number;

function computeForwardDynamics(tree: Tree, data: TreeData, tau: Float64Array, vdot: Float64Array, first?: number, end?: number): void;

function computeInverseDynamics(tree: Tree, data: TreeData, vdot: Float64Array, tau: Float64Array): void;

function computeJointForces(tree: Tree, data: TreeData): void;

function computeKineticEnergy(tree: Tree, data: TreeData): number;

function computeMassMatrix(tree: Tree, data: TreeData, M: Float64Array): void;

function computeMomentum(tree: Tree, data: TreeData, out: Float64Array): void;

function computePositions(tree: Tree, data: TreeData, q: Float64Array, first?: number, end?: number): void;

function computeUniformPotential(tree: Tree, data: TreeData, gx: number, gy: number, gz: number): number;

function computeVelocities(tree: Tree, data: TreeData, v: Float64Array, first?: number, end?: number): void;

function createTree(bodies: readonly BodyDeclaration[], before?: TreeOfBodies | null): Tree;

function createTreeData(tree: Tree): TreeData;

function factorMassMatrix(tree: Tree, M: Float64Array): void;

function solveMassMatrix(tree: Tree, factors: Float64Array, x: Float64Array): void;
