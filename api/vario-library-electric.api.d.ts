// Public surface of 'vario/library/electric', written by scripts/api-report.ts.

import { Component } from 'vario'

const Capacitor: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
    C: ParNode<number>;
}>;

const Conductor: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
    G: ParNode<number>;
}>;

const ConstantCurrent: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
    I: ParNode<number>;
}>;

const ConstantVoltage: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
    V: ParNode<number>;
}>;

const CurrentSensor: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    i: VarNode;
    equations: EquationsNode;
}>;

const Diode: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
    Ids: ParNode<number>;
    Vt: ParNode<number>;
    Maxexp: ParNode<number>;
    R: ParNode<number>;
}>;

const Ground: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    equations: EquationsNode;
}>;

const IdealDiode: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
    Ron: ParNode<number>;
    Goff: ParNode<number>;
    s: VarNode;
    Vknee: ParNode<number>;
}>;

const IdealOpAmp3Pin: Component<{
    in_p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    in_n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    out: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    equations: EquationsNode;
}>;

const IdealTransformer: Component<{
    p1: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n1: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    p2: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n2: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v1: VarNode;
    v2: VarNode;
    i1: VarNode;
    i2: VarNode;
    equations: EquationsNode;
    n: ParNode<number>;
}>;

const Inductor: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
    L: ParNode<number>;
}>;

const OnePort: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
}>;

const Pin: Component<{
    v: VarNode;
    i: VarNode;
}>;

const Resistor: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
    R: ParNode<number>;
}>;

const SignalCurrent: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
}>;

const SignalVoltage: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
}>;

const SineCurrent: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
    I: ParNode<number>;
    f: ParNode<number>;
    phase: ParNode<number>;
    offset: ParNode<number>;
    startTime: ParNode<number>;
}>;

const SineVoltage: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
    V: ParNode<number>;
    f: ParNode<number>;
    phase: ParNode<number>;
    offset: ParNode<number>;
    startTime: ParNode<number>;
}>;

const StepVoltage: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
    V: ParNode<number>;
    offset: ParNode<number>;
    startTime: ParNode<number>;
}>;

const Switch: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
    Ron: ParNode<number>;
    Goff: ParNode<number>;
    s: VarNode;
    control: VarNode;
}>;

const ThreeCoupledInductors: Component<{
    p1: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n1: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    p2: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n2: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v1: VarNode;
    v2: VarNode;
    i1: VarNode;
    i2: VarNode;
    equations: EquationsNode;
    p3: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n3: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v3: VarNode;
    i3: VarNode;
    L: ParNode<number[][]>;
}>;

const Transformer: Component<{
    p1: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n1: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    p2: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n2: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v1: VarNode;
    v2: VarNode;
    i1: VarNode;
    i2: VarNode;
    equations: EquationsNode;
    L1: ParNode<number>;
    L2: ParNode<number>;
    M: ParNode<number>;
}>;

const TwoPort: Component<{
    p1: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n1: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    p2: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n2: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v1: VarNode;
    v2: VarNode;
    i1: VarNode;
    i2: VarNode;
    equations: EquationsNode;
}>;

const UnitlessCurrentSensor: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    i: VarNode;
    equations: EquationsNode;
}>;

const UnitlessSignalVoltage: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
}>;

const VoltageSensor: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    equations: EquationsNode;
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
