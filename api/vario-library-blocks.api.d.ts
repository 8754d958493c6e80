// Public surface of 'vario/library/blocks', written by scripts/api-report.ts.

import { Component } from 'vario'

const Add: Component<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
    k1: ParNode<number>;
    k2: ParNode<number>;
    equations: EquationsNode;
}>;

const And: Component<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
    equations: EquationsNode;
}>;

const BooleanConstant: Component<{
    y: VarNode;
    k: ParNode<boolean>;
    equations: EquationsNode;
}>;

const BooleanPulse: Component<{
    y: VarNode;
    startTime: ParNode<number>;
    period: ParNode<number>;
    width: ParNode<number>;
    n: VarNode;
    equations: EquationsNode;
}>;

const BooleanStep: Component<{
    y: VarNode;
    startTime: ParNode<number>;
    startValue: ParNode<boolean>;
    equations: EquationsNode;
}>;

const BooleanToReal: Component<{
    u: VarNode;
    y: VarNode;
    realTrue: ParNode<number>;
    realFalse: ParNode<number>;
    equations: EquationsNode;
}>;

const Constant: Component<{
    y: VarNode;
    k: ParNode<number>;
    equations: EquationsNode;
}>;

const DeadZone: Component<{
    u: VarNode;
    y: VarNode;
    uMax: ParNode<number>;
    uMin: ParNode<ExprNode>;
    equations: EquationsNode;
}>;

const Derivative: Component<{
    u: VarNode;
    y: VarNode;
    k: ParNode<number>;
    T: ParNode<number>;
    x: VarNode;
    equations: EquationsNode;
}>;

const Division: Component<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
    equations: EquationsNode;
}>;

const Feedback: Component<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
    equations: EquationsNode;
}>;

const FirstOrder: Component<{
    u: VarNode;
    y: VarNode;
    k: ParNode<number>;
    T: ParNode<number>;
    x: VarNode;
    equations: EquationsNode;
}>;

const FixedDelay: Component<{
    u: VarNode;
    y: VarNode;
    delayTime: ParNode<number>;
    equations: EquationsNode;
}>;

const Gain: Component<{
    u: VarNode;
    y: VarNode;
    k: ParNode<number>;
    equations: EquationsNode;
}>;

const GreaterThreshold: Component<{
    u: VarNode;
    y: VarNode;
    threshold: ParNode<number>;
    equations: EquationsNode;
}>;

const Hysteresis: Component<{
    u: VarNode;
    y: VarNode;
    uLow: ParNode<number>;
    uHigh: ParNode<number>;
    equations: EquationsNode;
}>;

const Integrator: Component<{
    u: VarNode;
    y: VarNode;
    k: ParNode<number>;
    equations: EquationsNode;
}>;

const LessThreshold: Component<{
    u: VarNode;
    y: VarNode;
    threshold: ParNode<number>;
    equations: EquationsNode;
}>;

const LimPID: Component<{
    y: VarNode;
    u_s: VarNode;
    u_m: VarNode;
    k: ParNode<number>;
    Ti: ParNode<number>;
    Td: ParNode<number>;
    yMax: ParNode<number>;
    yMin: ParNode<ExprNode>;
    wp: ParNode<number>;
    wd: ParNode<number>;
    Ni: ParNode<number>;
    Nd: ParNode<number>;
    I: VarNode;
    xD: VarNode;
    equations: EquationsNode;
}>;

const Limiter: Component<{
    u: VarNode;
    y: VarNode;
    uMax: ParNode<number>;
    uMin: ParNode<ExprNode>;
    equations: EquationsNode;
}>;

const Not: Component<{
    u: VarNode;
    y: VarNode;
    equations: EquationsNode;
}>;

const Or: Component<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
    equations: EquationsNode;
}>;

const PI: Component<{
    u: VarNode;
    y: VarNode;
    k: ParNode<number>;
    T: ParNode<number>;
    x: VarNode;
    equations: EquationsNode;
}>;

const PID: Component<{
    u: VarNode;
    y: VarNode;
    k: ParNode<number>;
    Ti: ParNode<number>;
    Td: ParNode<number>;
    Nd: ParNode<number>;
    I: VarNode;
    xD: VarNode;
    equations: EquationsNode;
}>;

const Product: Component<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
    equations: EquationsNode;
}>;

const Pulse: Component<{
    y: VarNode;
    offset: ParNode<number>;
    startTime: ParNode<number>;
    amplitude: ParNode<number>;
    period: ParNode<number>;
    width: ParNode<number>;
    n: VarNode;
    equations: EquationsNode;
}>;

const Ramp: Component<{
    y: VarNode;
    offset: ParNode<number>;
    startTime: ParNode<number>;
    height: ParNode<number>;
    duration: ParNode<number>;
    equations: EquationsNode;
}>;

const SI2SO: Component<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
}>;

const SISO: Component<{
    u: VarNode;
    y: VarNode;
}>;

const SO: Component<{
    y: VarNode;
}>;

const SampledIntegrator: Component<{
    u: VarNode;
    y: VarNode;
    samplePeriod: ParNode<number>;
    k: ParNode<number>;
    x: VarNode;
    equations: EquationsNode;
}>;

const SampledPI: Component<{
    u: VarNode;
    y: VarNode;
    samplePeriod: ParNode<number>;
    k: ParNode<number>;
    T: ParNode<number>;
    yMax: ParNode<number>;
    yMin: ParNode<number>;
    x: VarNode;
    yd: VarNode;
    equations: EquationsNode;
}>;

const SecondOrder: Component<{
    u: VarNode;
    y: VarNode;
    k: ParNode<number>;
    w: ParNode<number>;
    D: ParNode<number>;
    yd: VarNode;
    equations: EquationsNode;
}>;

const SignalSource: Component<{
    y: VarNode;
    offset: ParNode<number>;
    startTime: ParNode<number>;
}>;

const Sine: Component<{
    y: VarNode;
    offset: ParNode<number>;
    startTime: ParNode<number>;
    amplitude: ParNode<number>;
    f: ParNode<number>;
    phase: ParNode<number>;
    equations: EquationsNode;
}>;

const StateSpace: Component<{
    u: VarNode;
    y: VarNode;
    A: ParNode<ExprNode>;
    B: ParNode<ExprNode>;
    C: ParNode<ExprNode>;
    D: ParNode<ExprNode>;
    x: VarNode;
    equations: EquationsNode;
}>;

const Step: Component<{
    y: VarNode;
    offset: ParNode<number>;
    startTime: ParNode<number>;
    height: ParNode<number>;
    equations: EquationsNode;
}>;

const Sum: Component<{
    y: VarNode;
    k: ParNode<number[]>;
    u: VarNode;
    equations: EquationsNode;
}>;

const Switch: Component<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
    u3: VarNode;
    equations: EquationsNode;
}>;

const Table1D: Component<{
    u: VarNode;
    y: VarNode;
    equations: EquationsNode;
    interpolation: ParNode<string>;
    extrapolation: ParNode<string>;
    table: ParNode<number[][]>;
}>;

const Table2D: Component<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
    equations: EquationsNode;
    interpolation: ParNode<string>;
    extrapolation: ParNode<string>;
    table: ParNode<number[][]>;
}>;

const TableSource: Component<{
    y: VarNode;
    table: ParNode<number[][]>;
    next: VarNode;
    equations: EquationsNode;
}>;

const Timer: Component<{
    y: VarNode;
    u: VarNode;
    entryTime: VarNode;
    equations: EquationsNode;
}>;

const TransferFunction: Component<{
    u: VarNode;
    y: VarNode;
    b: ParNode<number[]>;
    a: ParNode<number[]>;
    bb: ParNode<ExprNode>;
    x: VarNode;
    equations: EquationsNode;
}>;

const UnitDelay: Component<{
    u: VarNode;
    y: VarNode;
    samplePeriod: ParNode<number>;
    ud: VarNode;
    yd: VarNode;
    equations: EquationsNode;
}>;

const VariableDelay: Component<{
    u: VarNode;
    y: VarNode;
    delayTime: VarNode;
    delayMax: ParNode<number>;
    equations: EquationsNode;
}>;

const ZeroOrderHold: Component<{
    u: VarNode;
    y: VarNode;
    samplePeriod: ParNode<number>;
    ud: VarNode;
    equations: EquationsNode;
}>;

const delay: (x: number) => number;

const table1D: (table: Matrix, u: number, method?: string, extrapolation?: string) => number;

const table2D: (table: Matrix, u1: number, u2: number, method?: string, extrapolation?: string) => number;

// ---- not exported: ----
// ArrayExpr, AttributeValue, BooleanExpr, Branch, CallExpr, CallStatement, ComprehensionExpr, EndExpr,
// EquationBlock, EquationStatement, EquationsNode, Expr, ExprNode, ForStatement, FunctionInfo, IfExpr,
// IfStatement, IndexExpr, Iterator, JacobianFunction, Matrix, MatrixValue, MemberExpr, MemoryCall, NameExpr,
// Node, NumberExpr, NumericArray, ObjectExpr, ParAttributes, ParNode, Position, Quantity, RangeExpr,
// Remembered, ResultShape, Source, Statement, StringExpr, TupleExpr, VarAttributes, VarNode, WhenStatement

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

interface Matrix {
    readonly cols: number;
    readonly data: Float64Array;
    readonly rows: number;
}

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
