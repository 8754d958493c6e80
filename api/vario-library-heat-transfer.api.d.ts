// Public surface of 'vario/library/heat-transfer', written by scripts/api-report.ts.

import { Component } from 'vario'

const BodyRadiation: Component<{
    port_a: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    port_b: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    dT: VarNode;
    Q_flow: VarNode;
    equations: EquationsNode;
    Gr: ParNode<number>;
    sigma: ParNode<number>;
}>;

const Convection: Component<{
    port_a: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    port_b: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    dT: VarNode;
    Q_flow: VarNode;
    equations: EquationsNode;
    Gc: VarNode;
}>;

const FixedHeatFlow: Component<{
    port: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    Q_flow: ParNode<number>;
    equations: EquationsNode;
}>;

const FixedTemperature: Component<{
    port: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    T: ParNode<number>;
    equations: EquationsNode;
}>;

const HeatCapacitor: Component<{
    port: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    C: ParNode<number>;
    T: VarNode;
    equations: EquationsNode;
}>;

const HeatFlowSensor: Component<{
    port_a: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    port_b: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    Q_flow: VarNode;
    equations: EquationsNode;
}>;

const HeatPort: Component<{
    T: VarNode;
    Q_flow: VarNode;
}>;

const InsulatedRod: Component<{
    port_a: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    port_b: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    L: ParNode<number>;
    A: ParNode<number>;
    rho: ParNode<number>;
    lambda: ParNode<number>;
    c: ParNode<number>;
    T: VarNode;
    dx: VarNode;
    Ce: VarNode;
    k: VarNode;
    equations: EquationsNode;
}>;

const PrescribedHeatFlow: Component<{
    port: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    Q_flow: VarNode;
    equations: EquationsNode;
}>;

const PrescribedTemperature: Component<{
    port: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    T: VarNode;
    equations: EquationsNode;
}>;

const TemperatureSensor: Component<{
    port: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    T: VarNode;
    equations: EquationsNode;
}>;

const ThermalConductor: Component<{
    port_a: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    port_b: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    dT: VarNode;
    Q_flow: VarNode;
    equations: EquationsNode;
    G: ParNode<number>;
}>;

// ---- not exported: ----
// ArrayExpr, AttributeValue, BooleanExpr, Branch, CallExpr, CallStatement, ComprehensionExpr, EndExpr,
// EquationBlock, EquationStatement, EquationsNode, Expr, ExprNode, ForStatement, FunctionInfo, IfExpr,
// IfStatement, IndexExpr, Iterator, JacobianFunction, MatrixValue, MemberExpr, MemoryCall, NameExpr, Node,
// NumberExpr, NumericArray, ObjectExpr, ParAttributes, ParNode, Position, Quantity, RangeExpr, Remembered,
// ResultShape, Source, Statement, StringExpr, TupleExpr, VarAttributes, VarNode, WhenStatement

interface ArrayExpr extends Node {
    readonly elements: readonly Expr[];
    readonly isBlocks?: true;
    readonly isOfComponents?: true;
    readonly kind: 'array';
}

type AttributeValue = number | boolean | NumericArray | Quantity | ExprNode;

interface BooleanExpr extends Node {
    readonly kind: 'boolean';
    readonly value: boolean;
}

interface Branch {
    readonly body: readonly Statement[];
    readonly condition: Expr;
}

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

interface ComprehensionExpr extends Node {
    readonly body: Expr;
    readonly kind: 'comprehension';
    readonly range: Expr;
    readonly variable: string;
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

type Expr = NumberExpr | BooleanExpr | StringExpr | NameExpr | CallExpr | IfExpr | ArrayExpr | IndexExpr | MemberExpr | RangeExpr | EndExpr | ComprehensionExpr | TupleExpr | ObjectExpr;

interface ExprNode {
    readonly _class: 'Expr';
    readonly expr: Expr;
    readonly functions: ReadonlyMap<string, FunctionInfo>;
    readonly up: number;
}

interface ForStatement extends Node {
    readonly body: readonly Statement[];
    readonly iterators: readonly Iterator[];
    readonly kind: 'for';
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

interface IndexExpr extends Node {
    readonly base: Expr;
    readonly kind: 'index';
    readonly subscripts: readonly Expr[];
}

interface Iterator {
    readonly range: Expr;
    readonly variable: string;
}

type JacobianFunction = (...args: never[]) => MatrixValue;

interface MatrixValue {
    readonly cols: number;
    readonly data: Float64Array;
    readonly rows: number;
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

interface NameExpr extends Node {
    readonly kind: 'name';
    readonly name: string;
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

type NumericArray = readonly number[] | readonly boolean[] | readonly (readonly number[])[] | Float64Array | Float32Array | Int32Array;

interface ObjectExpr extends Node {
    readonly kind: 'object';
    readonly value: unknown;
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

interface Position {
    readonly end: number;
    readonly source: Source;
    readonly start: number;
}

interface Quantity<T = number | NumericArray> {
    readonly _class: 'Quantity';
    readonly unit: string;
    readonly value: T;
}

interface RangeExpr extends Node {
    readonly from: Expr;
    readonly kind: 'range';
    readonly step: Expr | null;
    readonly to: Expr;
}

interface Remembered {
    readonly memory: () => object;
    readonly read: MemoryCall;
    readonly record: MemoryCall;
}

type ResultShape = 'scalar' | 'vector' | 'matrix' | 'object' | 'boolean' | 'like';

interface Source {
    readonly name: string;
    readonly text: string;
}

type Statement = EquationStatement | WhenStatement | ForStatement | IfStatement | CallStatement;

interface StringExpr extends Node {
    readonly kind: 'string';
    readonly value: string;
}

interface TupleExpr extends Node {
    readonly elements: readonly Expr[];
    readonly kind: 'tuple';
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

interface WhenStatement extends Node {
    readonly branches: readonly Branch[];
    readonly kind: 'when';
}
