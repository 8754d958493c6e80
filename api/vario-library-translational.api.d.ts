// Public surface of 'vario/library/translational', written by scripts/api-report.ts.

import { Component } from 'vario'
import { ModelNode } from 'vario'

const ConstantForce: Component<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    f_constant: ParNode<number>;
    equations: EquationsNode;
}>;

const ConstantVelocity: Component<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    v_fixed: ParNode<number>;
    s: VarNode;
    equations: EquationsNode;
}>;

const Damper: Component<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s_rel: VarNode;
    f: VarNode;
    equations: EquationsNode;
    d: ParNode<number>;
    v_rel: VarNode;
}>;

const ElastoGap: Component<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s_rel: VarNode;
    f: VarNode;
    equations: EquationsNode;
    c: ParNode<number>;
    d: ParNode<number>;
    s_rel0: ParNode<number>;
}>;

const FixedPosition: Component<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    equations: EquationsNode;
}>;

const Force: Component<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    f: VarNode;
    equations: EquationsNode;
}>;

const ForceSensor: Component<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    f: VarNode;
    equations: EquationsNode;
}>;

const PartialRigid: Component<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    L: ParNode<number>;
    s: VarNode;
    equations: EquationsNode;
}>;

const PartialTranslationalCompliant: Component<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s_rel: VarNode;
    f: VarNode;
    equations: EquationsNode;
}>;

const Position: Component<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s_ref: VarNode;
    exact: ParNode<boolean>;
    f_crit: ParNode<number>;
    build: (context: BuildContext) => BuildResult;
}>;

const PositionSensor: Component<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s: VarNode;
    equations: EquationsNode;
}>;

const SlidingFriction: Component<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s_rel: VarNode;
    f: VarNode;
    equations: EquationsNode;
    f_c: ParNode<number>;
    d: ParNode<number>;
    peak: ParNode<number>;
    v_small: ParNode<number>;
    v: VarNode;
    a: VarNode;
    mode: VarNode;
    sa: VarNode;
}>;

const Spring: Component<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s_rel: VarNode;
    f: VarNode;
    equations: EquationsNode;
    c: ParNode<number>;
    s_rel0: ParNode<number>;
}>;

const SpringDamper: Component<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s_rel: VarNode;
    f: VarNode;
    equations: EquationsNode;
    c: ParNode<number>;
    d: ParNode<number>;
    s_rel0: ParNode<number>;
}>;

const SupportFriction: Component<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    L: ParNode<number>;
    s: VarNode;
    equations: EquationsNode;
    f: VarNode;
    f_c: ParNode<number>;
    d: ParNode<number>;
    peak: ParNode<number>;
    v_small: ParNode<number>;
    v: VarNode;
    a: VarNode;
    mode: VarNode;
    sa: VarNode;
}>;

const TranslationalFlange: Component<{
    s: VarNode;
    f: VarNode;
}>;

const TranslationalMass: Component<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    L: ParNode<number>;
    s: VarNode;
    equations: EquationsNode;
    m: ParNode<number>;
    v: VarNode;
}>;

const UnitlessForce: Component<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    f: VarNode;
    equations: EquationsNode;
}>;

const UnitlessPositionSensor: Component<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s: VarNode;
    equations: EquationsNode;
}>;

const UnitlessVelocitySensor: Component<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    v: VarNode;
    equations: EquationsNode;
}>;

const VelocitySensor: Component<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    v: VarNode;
    equations: EquationsNode;
}>;

// ---- not exported: ----
// ArrayExpr, AttributeValue, BooleanExpr, Branch, BuildContext, BuildResult, CallExpr, CallStatement,
// ComprehensionExpr, EndExpr, EquationBlock, EquationStatement, EquationsNode, Expr, ExprNode, ForStatement,
// FunctionInfo, IfExpr, IfStatement, IndexExpr, Iterator, JacobianFunction, MatrixValue, MemberExpr,
// MemoryCall, NameExpr, Node, NumberExpr, NumericArray, ObjectExpr, ParAttributes, ParNode, Position,
// Quantity, RangeExpr, RecordReference, RecordVariable, Remembered, ResultShape, Source, Statement,
// StringExpr, TupleExpr, Value, VarAttributes, VarNode, WhenStatement

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

interface BuildContext {
    readonly component: ModelNode;
    readonly path: string;
    readonly references: readonly RecordReference[];
    readonly value: (name: string) => Value;
}

interface BuildResult {
    readonly memory?: () => object;
    readonly model?: Readonly<Record<string, unknown>>;
    readonly variables?: readonly RecordVariable[];
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

interface RecordReference {
    readonly name: string;
    readonly path: string;
}

interface RecordVariable extends RecordReference {
    readonly declaration: VarNode;
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

type Value = number | boolean | string | readonly Value[] | object;

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
