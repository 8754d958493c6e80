// Public surface of 'vario', written by scripts/api-report.ts.

import { Method } from 'vario/ode'

interface ActionRecord {
    readonly by: string;
    readonly command: string;
    readonly lostEnergy?: number;
    readonly text: string;
    readonly time: number;
}

type Analysis = 'dynamic' | 'kinematic' | 'inverse';

type AnyComponent = Component<any>;

interface ArrayExpr extends ExprBase {
    readonly elements: readonly Expr[];
    readonly isBlocks?: true;
    readonly isOfComponents?: true;
    readonly kind: 'array';
}

type Attribute = number | string | boolean | null | readonly Attribute[] | Attributes;

type AttributeValue = number | boolean | NumericArray | Quantity | ExprNode;

interface Attributes {
    readonly [key: string]: Attribute;
}

type AttributesOf<A> = {
    readonly [K in keyof A]?: A[K] | null;
};

interface BooleanExpr extends ExprBase {
    readonly kind: 'boolean';
    readonly value: boolean;
}

interface BuildContext {
    readonly component: ModelNode;
    readonly isFixed: (parameter: string, place: readonly (string | number)[]) => boolean;
    readonly path: string;
    readonly present: ModelNode;
    readonly references: readonly RecordReference[];
    readonly value: (name: string) => Value;
}

type BuildHook = (context: BuildContext) => BuildResult;

interface BuildResult {
    readonly memory?: () => object;
    readonly model?: Readonly<Record<string, unknown>>;
    readonly variables?: readonly RecordVariable[];
}

function Bus<M extends Members>(members?: M): Component<M>;

interface CallExpr extends ExprBase {
    readonly args: readonly Expr[];
    readonly fn: string;
    readonly kind: 'call';
}

interface Component<M = Members> extends ModelNode {
    (modification?: Modification<M>): Component<M>;
    readonly declared?: M;
    extend<N extends Extension<M>>(members: N): Component<Merged<M, N>>;
}

interface ComprehensionExpr extends ExprBase {
    readonly body: Expr;
    readonly kind: 'comprehension';
    readonly range: Expr;
    readonly variable: string;
}

type ConnectList = readonly (readonly string[])[];

function Constant<T>(value: T, unit?: string, attributes?: ParAttributes): ParNode<T>;

interface ContactRecord {
    readonly end: number | null;
    readonly obj1: string;
    readonly obj2: string;
    readonly start: number;
    readonly velocity: number;
}

interface CsvOptions {
    readonly names?: readonly string[];
    readonly separator?: ',' | ';' | '\t';
}

type DeclaredOf<C> = C extends {
    readonly declared?: infer M;
} ? NonNullable<M> : never;

type Diagram = string | readonly string[] | DiagramOptions;

interface DiagramOptions {
    readonly curves: string | readonly string[];
    readonly heading?: string;
    readonly logX?: boolean;
    readonly logY?: boolean;
    readonly xAxis?: string;
}

interface DifferentiableInput {
    readonly derivative: InputSignal;
    readonly value: (t: number) => number;
}

type Dimension = readonly number[];

type ElementModification<C extends AnyComponent> = Modification<DeclaredOf<C>> | readonly (Modification<DeclaredOf<C>> | null)[] | readonly AnyComponent[];

interface EndExpr extends ExprBase {
    readonly kind: 'end';
}

function Enumeration<const N extends string>(...names: readonly N[]): Component<EnumerationValues<N>>;

type EnumerationValues<N extends string> = {
    readonly [K in N]: ParNode<number>;
};

interface EquationsNode {
    readonly _class: 'Equations';
}

interface Equilibrium {
    readonly growthRate: number;
    readonly isStable: boolean;
    readonly merge: MergeTree;
    readonly result: SignalTable;
}

type EquilibriumOptions = Pick<SimulateOptions, 'startTime' | 'tolerance' | 'merge' | 'inputs' | 'log'>;

type ErrorFields = Readonly<Record<string, unknown>>;

interface Experiment extends Partial<SimulateOptions> {
    readonly plot?: PlotLayout;
    readonly title?: string;
}

type Expr = NumberExpr | BooleanExpr | StringExpr | NameExpr | CallExpr | IfExpr | ArrayExpr | IndexExpr | MemberExpr | RangeExpr | EndExpr | ComprehensionExpr | TupleExpr | ObjectExpr;

interface ExprBase {
    readonly pos?: Position;
}

interface ExprNode {
    readonly _class: 'Expr';
}

type Extension<M> = Modification<M> & {
    readonly [name: string]: unknown;
};

type ForRange = Readonly<Record<string, ExprNode | readonly number[]>>;

interface FunctionInfo {
    readonly booleans?: readonly number[];
    readonly derivative?: (args: readonly Expr[]) => readonly (Expr | null)[];
    readonly derivativeFunction?: string | FunctionInfo;
    readonly evaluate: (...args: never[]) => unknown;
    readonly expand?: (args: readonly Expr[]) => Expr;
    readonly inputs?: readonly FunctionInput[];
    readonly inverse?: FunctionInfo;
    readonly isSmooth?: boolean;
    readonly jacobian?: readonly (FunctionInfo | null)[] | JacobianFunction;
    readonly linearIn?: readonly number[];
    readonly name: string;
    readonly outputs?: readonly string[];
    readonly readsOnly?: boolean;
    readonly remember?: (args: readonly Expr[], isFixed: (expr: Expr) => boolean) => Remembered;
    readonly results?: number;
    readonly selectsColumns?: boolean;
    readonly shape?: ResultShape | readonly ResultShape[];
    readonly unit?: string | readonly string[];
}

interface FunctionInput {
    readonly booleans?: number;
    readonly name: string;
    readonly value?: Expr;
}

type HostFunction = (...args: any[]) => unknown;

interface IfExpr extends ExprBase {
    readonly condition: Expr;
    readonly else: Expr;
    readonly kind: 'if';
    readonly then: Expr;
}

interface ImpactRecord {
    readonly impulse: readonly number[];
    readonly lostEnergy: number;
    readonly normal: readonly number[];
    readonly normalImpulse: number;
    readonly obj1: string;
    readonly obj2: string;
    readonly position: readonly number[];
    readonly time: number;
    readonly velocity: number;
}

interface IndexExpr extends ExprBase {
    readonly base: Expr;
    readonly kind: 'index';
    readonly subscripts: readonly Expr[];
}

class InputError extends VarioError {
    constructor(path: string, expected: string, found: unknown);
    readonly path: string;
}

type InputSignal = ((t: number) => number) | InputTable | DifferentiableInput;

interface InputTable {
    readonly t: ArrayLike<number>;
    readonly values: ArrayLike<number>;
}

interface InstantiateOptions {
    readonly interpret?: boolean;
    readonly name?: string;
}

class InstantiatedModel {
    equilibrium(options?: EquilibriumOptions): Equilibrium;
    linearize<const O extends LinearizeOptions>(options?: O): Linearized<O>;
    readonly model: ModelNode;
    simulate(options: SimulateOptions): SignalTable;
    start(options: SimulateOptions): SimulationRun;
}

type JacobianFunction = (...args: never[]) => MatrixValue;

type Json = null | boolean | number | string | readonly Json[] | {
    readonly [key: string]: Json;
};

interface LazySignal extends Omit<NewSignal, 'values' | 'missing'> {
    readonly isStored?: boolean;
    readonly load: () => SignalData;
    readonly source?: SignalTable;
}

interface Linearization {
    readonly A: number[][];
    readonly B: number[][];
    readonly C: number[][];
    readonly D: number[][];
    readonly inputs: readonly string[];
    readonly isExact: boolean;
    readonly outputs: readonly string[];
    readonly states: readonly string[];
    readonly t: number;
    readonly u: number[];
    readonly units: {
        readonly states: readonly string[];
        readonly inputs: readonly string[];
        readonly outputs: readonly string[];
    };
    readonly x: number[];
    readonly y: number[];
}

interface LinearizeOptions extends Omit<SimulateOptions, 'stopTime' | 'stream' | 'onProgress'> {
    readonly at?: number | readonly number[] | 'steady';
    readonly from?: readonly string[];
    readonly stopTime?: number;
    readonly to?: readonly string[];
}

type Linearized<O> = O extends {
    readonly at: readonly number[];
} ? Linearization[] : Linearization;

type LogSection = ('notes' | 'variables' | 'equations' | 'aliases' | 'states') | ('events' | 'blocks' | 'code' | 'tangents');

interface Machine {
    readonly initial: string;
    readonly transitions: readonly Transition[];
}

type MachineMembers<S extends States> = {
    readonly [K in keyof S]: S[K] extends AnyComponent ? S[K] : Component<{
        readonly active: VarNode;
    }>;
} & {
    readonly state: VarNode;
    readonly timeInState: VarNode;
};

interface MatrixValue {
    readonly cols: number;
    readonly data: Float64Array;
    readonly rows: number;
}

interface MemberExpr extends ExprBase {
    readonly base: Expr;
    readonly kind: 'member';
    readonly member: string;
}

type MemberNode = VarNode | ParNode | ModelNode | readonly ModelNode[];

interface Members {
    readonly [name: string]: unknown;
    readonly build?: BuildHook;
    readonly connect?: ConnectList;
    readonly equations?: EquationsNode;
    readonly for?: ForRange;
    readonly if?: boolean | ExprNode;
    readonly info?: string;
    readonly initial?: 'steady';
    readonly initialEquations?: EquationsNode;
}

interface MemoryCall {
    readonly args: readonly Expr[];
    readonly info: FunctionInfo;
}

type MergeTree = Readonly<Record<string, unknown>>;

type Merged<M, N> = Simplify<{
    [K in keyof M as K extends keyof N ? (N[K] extends null ? never : K) : K]: K extends keyof N ? MergedMember<M[K], N[K]> : M[K];
} & {
    [K in keyof N as K extends keyof M ? never : N[K] extends null ? never : K]: Unwrapped<N[K]>;
}>;

type MergedMember<V, W> = W extends RedeclareNode<infer X> ? X : V extends AnyComponent ? Component<Merged<DeclaredOf<V>, W extends AnyComponent ? DeclaredOf<W> : W>> : V extends readonly AnyComponent[] ? W extends readonly AnyComponent[] ? W : V : V extends VarNode ? W extends ParNode ? W : V : W extends VarNode ? W : V;

function Model<M extends Members>(members: M): Component<M>;

interface ModelNode {
    readonly _class: 'Model';
    readonly members: ModelTree;
}

interface ModelTree {
    readonly [name: string]: MemberNode | EquationsNode | ConnectList | BuildHook | ExprNode | ForRange | Machine | boolean | string | undefined;
}

type Modification<M> = 0 extends 1 & M ? Readonly<Record<string, unknown>> : {
    readonly [K in keyof M as K extends ReservedKey ? never : K]?: ModificationOf<M[K]>;
} & {
    readonly equations?: EquationsNode | RedeclareNode<EquationsNode> | null;
    readonly initialEquations?: EquationsNode | RedeclareNode<EquationsNode> | null;
    readonly initial?: 'steady' | null;
    readonly connect?: ConnectList | RedeclareNode<ConnectList> | null;
    readonly build?: BuildHook | null;
    readonly info?: string;
    readonly if?: boolean | ExprNode | null;
    readonly for?: ForRange | null;
};

type ModificationOf<V> = null | RedeclareNode | (V extends AnyComponent ? Modification<DeclaredOf<V>> | AnyComponent : V extends readonly (infer C extends AnyComponent)[] ? ElementModification<C> : V extends VarNode ? AttributesOf<VarAttributes> | VarNode | AttributeValue | string | HostFunction : V extends ParNode<infer T> ? ValueOf<T> | (AttributesOf<ParAttributes> & {
    readonly value?: ValueOf<T>;
}) | ParNode<ValueOf<T>> | VarNode : ValueOf<V> | ParNode<ValueOf<V>> | VarNode);

interface NameExpr extends ExprBase {
    readonly kind: 'name';
    readonly name: string;
}

interface NewAlias {
    readonly info?: string;
    readonly name: string;
    readonly negated?: boolean;
    readonly of: string;
}

interface NewAttributes {
    readonly [key: string]: Attribute | (() => Attribute);
}

interface NewConstant extends Omit<SignalDescription, 'type'> {
    readonly value: number | boolean | string | ArrayLike<number> | readonly boolean[];
}

interface NewSignal extends SignalDescription {
    readonly axis?: string;
    readonly kind?: TimedKind;
    readonly missing?: Uint8Array | undefined;
    readonly values: Float64Array;
}

interface NewTime {
    readonly info?: string;
    readonly name?: string;
    readonly segmentStarts?: ArrayLike<number>;
    readonly unit?: string;
    readonly values: Float64Array;
}

interface NumberExpr extends ExprBase {
    readonly kind: 'number';
    readonly quantity?: {
        readonly value: number;
        readonly unit: string;
    };
    readonly value: number;
}

type NumericArray = readonly number[] | readonly boolean[] | readonly (readonly number[])[] | Float64Array | Float32Array | Int32Array;

interface ObjectExpr extends ExprBase {
    readonly kind: 'object';
    readonly value: unknown;
}

function Par<T>(attributes: ParAttributes & {
    readonly value: T;
}): ParNode<T>;
function Par<T>(value: T, unit?: string, attributes?: ParAttributes): ParNode<T>;
function Par<T>(value: T, attributes: ParAttributes): ParNode<T>;

interface ParAttributes {
    readonly final?: boolean | number;
    readonly fixed?: boolean;
    readonly info?: string;
    readonly max?: AttributeValue;
    readonly min?: AttributeValue;
    readonly scope?: Scope;
    readonly type?: ValueType | ModelNode;
    readonly unit?: string;
}

interface ParNode<T = unknown> extends ParAttributes {
    readonly _class: 'Par';
    readonly value: T;
}

type PartialRecord<T> = T extends object ? {
    readonly [K in keyof T]?: PartialRecord<T[K]> | null;
} : T;

type PlotLayout = string | DiagramOptions | readonly PlotRow[];

interface PlotOptions {
    readonly grid?: boolean;
    readonly heading?: string;
    readonly height?: number;
    readonly logX?: boolean;
    readonly logY?: boolean;
    readonly maxLegend?: number;
    readonly width?: number;
    readonly xAxis?: string;
}

type PlotRow = Diagram | {
    readonly columns: readonly Diagram[];
};

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

interface RangeExpr extends ExprBase {
    readonly from: Expr;
    readonly kind: 'range';
    readonly step: Expr | null;
    readonly to: Expr;
}

interface RecordReference {
    readonly name: string;
    readonly path: string;
    readonly pos?: Position;
}

interface RecordVariable extends RecordReference {
    readonly declaration: VarNode;
}

interface RedeclareNode<T = unknown> {
    readonly _class: 'Redeclare';
    readonly value: T;
}

interface Remembered {
    readonly memory: () => object;
    readonly read: MemoryCall;
    readonly record: MemoryCall;
    readonly value?: (read: Expr) => Expr;
}

interface ReportedAlias {
    readonly name: string;
    readonly of: string | null;
    readonly sign: 1 | -1;
}

interface ReportedAssignment {
    readonly equation: string;
    readonly kind: 'assign';
    readonly target: string;
}

type ReportedBlock = ReportedAssignment | ReportedSystem;

interface ReportedCode {
    readonly dynamics: readonly string[];
    readonly eventIndicators: string;
    readonly residualTangents: readonly (string | null)[];
    readonly residuals: readonly string[];
    readonly rest: readonly string[];
    readonly tangents: readonly (readonly string[])[] | null;
}

interface ReportedEquation {
    readonly component: string;
    readonly origin: 'equation' | 'connection' | 'unconnected' | 'binding';
    readonly text: string;
}

interface ReportedEvents {
    readonly clocks: readonly string[];
    readonly conditions: readonly {
        readonly kind: 'state' | 'time';
        readonly text: string;
    }[];
    readonly whens: readonly string[];
}

interface ReportedState {
    readonly derivative: string;
    readonly name: string;
    readonly rank: ReportedVariable['rank'];
}

interface ReportedSystem {
    readonly inner: readonly ReportedAssignment[];
    readonly isConstant: boolean;
    readonly isTorn: boolean;
    readonly kind: 'linear' | 'nonlinear';
    readonly residuals: readonly string[];
    readonly unknowns: readonly string[];
}

interface ReportedVariable {
    readonly kind: 'parameter' | 'variable';
    readonly name: string;
    readonly rank: 'scalar' | 'boolean' | 'vector' | 'matrix' | 'object';
    readonly slot: string;
    readonly unit: string;
}

type ReservedKey = 'equations' | 'initialEquations' | 'initial' | 'connect' | 'build' | 'info' | 'if' | 'for' | '_scope' | '_machine' | '_bus';

type ResultShape = 'scalar' | 'vector' | 'matrix' | 'object' | 'boolean' | 'like';

interface RunWarning {
    readonly code: string;
    readonly message: string;
    readonly time: number;
}

type Scope = 'inner' | 'outer';

interface SegmentAttributes {
    readonly [name: string]: unknown;
    readonly dof?: number;
    readonly endTime: number;
    readonly redundant?: number;
    readonly startTime: number;
    readonly states: number;
    readonly tree?: SegmentTree;
}

interface SegmentTree {
    readonly children: readonly SegmentTree[];
    readonly cuts?: readonly {
        readonly path: string;
        readonly kind: string;
        readonly obj1: string;
        readonly obj2: string;
    }[];
    readonly joint: {
        readonly path: string;
        readonly kind: string;
        readonly dof: number;
    } | null;
    readonly objects: readonly string[];
}

type Separator = ',' | ';' | '\t';

type Side = 'left' | 'right';

class Signal {
    get data(): SignalData;
    readonly header: SignalHeader;
    readonly info: string;
    isMissing(point: number, element?: number): boolean;
    readonly isStored: boolean;
    readonly kind: SignalKind;
    get missing(): Uint8Array | undefined;
    readonly nElement: number;
    readonly nPoint: number;
    readonly name: string;
    nameOf(element: number): string;
    readonly size: readonly number[];
    readonly time: Float64Array;
    readonly unit: string;
    unitOf(element: number): string;
    get values(): Float64Array;
}

interface SignalData {
    readonly missing: Uint8Array | undefined;
    readonly values: Float64Array;
}

interface SignalDescription {
    readonly info?: string;
    readonly name: string;
    readonly size?: readonly number[];
    readonly type?: Exclude<SignalType, 'text'>;
    readonly unit?: string | readonly string[];
    readonly valueNames?: readonly string[];
}

interface SignalHeader {
    readonly aliasOf?: string | undefined;
    readonly axis?: TimeAxis | undefined;
    readonly baseKind: Exclude<SignalKind, 'alias'>;
    readonly constant?: Float64Array | undefined;
    readonly elementNames?: readonly string[] | undefined;
    readonly elementUnits?: readonly string[] | undefined;
    readonly info: string;
    readonly kind: SignalKind;
    readonly name: string;
    readonly sign?: 1 | -1 | undefined;
    readonly size: readonly number[];
    readonly text?: string | undefined;
    readonly type: SignalType;
    readonly unit: string;
    readonly valueNames?: readonly string[] | undefined;
}

type SignalKind = ('time' | 'state' | 'derivative' | 'variable') | ('parameter' | 'alias' | 'discrete' | 'clocked');

class SignalTable {
    constructor(attributes?: NewAttributes, warnings?: readonly RunWarning[]);
    get actions(): readonly ActionRecord[];
    add(signal: NewSignal): Signal;
    addAlias({ name, of, negated, info }: NewAlias): Signal;
    addConstant(variable: NewConstant & {
        readonly kind?: TimedKind;
        readonly axis?: string;
    }): Signal;
    addLazy({ load, source, isStored, ...signal }: LazySignal): Signal;
    addParameter(parameter: NewConstant): Signal;
    addTime({ name, unit, info, values, segmentStarts }: NewTime): Signal;
    at(name: string, t: number, side?: Side): number;
    readonly attributes: Attributes;
    get axes(): ReadonlyMap<string, TimeAxis>;
    booleans(name: string): (boolean | null)[];
    get contacts(): readonly ContactRecord[];
    final(name: string): number;
    finalVector(name: string): Float64Array;
    has(name: string): boolean;
    get impacts(): readonly ImpactRecord[];
    get names(): string[];
    parameter(name: string): number | boolean | string | number[] | boolean[];
    get segments(): readonly SegmentAttributes[];
    signal(name: string): Signal;
    summary(options?: SummaryOptions): string;
    get time(): Float64Array;
    values(name: string): Float64Array;
    vectorAt(name: string, t: number, side?: Side): Float64Array;
    readonly warnings: readonly RunWarning[];
}

type SignalType = 'real' | 'boolean' | 'quaternion' | 'text';

type Simplify<T> = {
    [K in keyof T]: T[K];
};

interface SimulateOptions {
    readonly analysis?: Analysis;
    readonly inputs?: Readonly<Record<string, InputSignal>>;
    readonly interval?: number;
    readonly log?: (line: string) => void;
    readonly maxStep?: number;
    readonly maxSteps?: number;
    readonly merge?: MergeTree;
    readonly onProgress?: (t: number, part: number) => void;
    readonly record?: readonly string[];
    readonly solver?: Method;
    readonly startTime?: number;
    readonly stopTime: number;
    readonly stream?: (bytes: Uint8Array) => void;
    readonly tolerance?: number;
}

class SimulationRun {
    advance(milliseconds?: number, time?: number): boolean;
    change(merge: MergeTree): void;
    finish(attributes?: Attributes): SignalTable;
    get isDone(): boolean;
    get part(): number;
    get time(): number;
}

interface Source {
    readonly name: string;
    readonly text: string;
}

function StateMachine<const S extends States>(machine: {
    readonly initial: keyof S & string;
    readonly states: S;
    readonly transitions: readonly Transition<keyof S & string>[];
}): Component<MachineMembers<S>>;

type StateSelect = 'never' | 'avoid' | 'default' | 'prefer' | 'always';

type States = Readonly<Record<string, EquationsNode | AnyComponent>>;

class StreamReader {
    get isComplete(): boolean;
    push(bytes: Uint8Array): void;
    table(): SignalTable;
}

interface StringExpr extends ExprBase {
    readonly kind: 'string';
    readonly value: string;
}

interface SummaryOptions {
    readonly names?: readonly string[];
    readonly sorted?: boolean;
}

interface TextPlotOptions {
    readonly color?: boolean;
    readonly heading?: string;
    readonly height?: number;
    readonly logX?: boolean;
    readonly logY?: boolean;
    readonly width?: number;
    readonly xAxis?: string;
}

interface TimeAxis {
    readonly name: string;
    readonly segmentStarts: Int32Array;
    readonly time: Float64Array;
}

type TimedKind = Exclude<SignalKind, 'time' | 'parameter' | 'alias'>;

interface Transition<Name extends string = string> {
    readonly condition: ExprNode;
    readonly from: Name;
    readonly immediate?: boolean;
    readonly priority?: number;
    readonly reset?: boolean;
    readonly synchronize?: boolean;
    readonly to: Name;
}

interface TranslateOptions {
    readonly name?: string;
}

interface TranslationReport {
    readonly aliases: readonly ReportedAlias[];
    readonly blocks: {
        readonly dynamics: readonly ReportedBlock[];
        readonly rest: readonly ReportedBlock[];
    };
    readonly code: ReportedCode;
    readonly constraints: readonly string[];
    readonly equations: readonly ReportedEquation[];
    readonly events: ReportedEvents;
    readonly name: string;
    readonly notes: readonly string[];
    readonly states: readonly ReportedState[];
    readonly statistics: TranslationStatistics;
    readonly variables: readonly ReportedVariable[];
}

interface TranslationStatistics {
    readonly aliases: number;
    readonly assignments: number;
    readonly conditions: number;
    readonly constraints: number;
    readonly equations: number;
    readonly iterationVariables: number;
    readonly largestSystem: number;
    readonly linearSystems: number;
    readonly nonlinearSystems: number;
    readonly parameters: number;
    readonly states: number;
    readonly variables: number;
}

interface TupleExpr extends ExprBase {
    readonly elements: readonly Expr[];
    readonly kind: 'tuple';
}

interface Unit {
    readonly dimension: Dimension;
    readonly factor: number;
    readonly offset: number;
    readonly terms: readonly UnitTerm[];
    readonly text: string;
}

class UnitError extends VarioError {
    constructor(message: string, fields: Readonly<Record<string, unknown>>);
}

interface UnitTerm {
    readonly exponent: number;
    readonly symbol: string;
}

type Unwrapped<V> = V extends RedeclareNode<infer X> ? X : V;

type Value = number | boolean | string | readonly Value[] | object;

type ValueOf<T> = ExprNode | (T extends number ? number | Quantity : T extends boolean ? boolean : T extends string ? string : T extends Quantity ? number | NumericArray | Quantity : T extends ArrayLike<unknown> ? NumericArray | Quantity | T : T extends ExprNode ? number | boolean | string | NumericArray | Quantity | object : T extends HostFunction ? HostFunction : T | PartialRecord<T>);

type ValueType = 'Integer' | 'Boolean' | readonly string[];

function Var(attributes?: VarAttributes): VarNode;
function Var(value: AttributeValue | string | HostFunction, attributes?: VarAttributes): VarNode;

interface VarAttributes {
    readonly final?: boolean | number;
    readonly fixed?: boolean;
    readonly flow?: boolean;
    readonly hideResult?: boolean;
    readonly if?: boolean | ExprNode;
    readonly info?: string;
    readonly init?: AttributeValue | string | readonly string[];
    readonly input?: boolean;
    readonly max?: AttributeValue;
    readonly min?: AttributeValue;
    readonly nominal?: AttributeValue;
    readonly output?: boolean;
    readonly potential?: boolean;
    readonly scope?: Scope;
    readonly start?: AttributeValue | string | readonly string[];
    readonly stateSelect?: StateSelect;
    readonly stream?: boolean;
    readonly type?: ValueType | ModelNode;
    readonly unit?: string;
    readonly value?: unknown;
}

interface VarNode extends VarAttributes {
    readonly _class: 'Var';
}

class VarioError extends Error {
    constructor(code: string, message: string, fields?: ErrorFields);
    readonly code: string;
    readonly fields: ErrorFields;
}

function convert(value: number, from: string | Unit, to: string | Unit): number;

function defineFunction(text: TemplateStringsArray | string, ...records: AnyComponent[]): FunctionInfo;

function divideUnits(a: Unit, b: Unit): Unit;

function equations(strings: TemplateStringsArray | string, ...values: unknown[]): EquationsNode;

function equilibrium(model: ModelNode, options?: EquilibriumOptions): Equilibrium;

function expr(strings: TemplateStringsArray | string, ...values: unknown[]): ExprNode;

function formatDimension(dimension: Dimension): string;

function fromSI(value: number, unit: string | Unit): number;

function inner<T>(member: T): T;

function instantiate(model: ModelNode, options?: InstantiateOptions): InstantiatedModel;

function linearize<const O extends LinearizeOptions>(model: ModelNode, options?: O): Linearized<O>;

function merge<L extends AnyComponent, R extends AnyComponent>(left: L, right: R): Component<Merged<DeclaredOf<L>, DeclaredOf<R>>>;
function merge<L extends AnyComponent, R extends Extension<DeclaredOf<L>>>(left: L, right: R): Component<Merged<DeclaredOf<L>, R>>;
function merge(left: VarNode, right: unknown): VarNode;
function merge(left: ParNode, right: unknown): ParNode;

function modelFromJson(json: unknown): Component;

const modelJsonSchema: {
    readonly $schema: "https://json-schema.org/draft/2020-12/schema";
    readonly title: "Vario model";
    readonly $ref: "#/$defs/model";
    readonly $defs: {
        readonly model: {
            readonly description: "A model: its members by name. equations, initialEquations, initial, connect, build, info, if and for are reserved.";
            readonly type: "object";
            readonly properties: {
                readonly _class: {
                    readonly const: "Model";
                };
                readonly equations: {
                    readonly description: "One statement per text.";
                    readonly type: "array";
                    readonly items: {
                        readonly type: "string";
                    };
                };
                readonly initialEquations: {
                    readonly description: "Equations of the start.";
                    readonly type: "array";
                    readonly items: {
                        readonly type: "string";
                    };
                };
                readonly initial: {
                    readonly const: "steady";
                };
                readonly connect: {
                    readonly type: "array";
                    readonly items: {
                        readonly type: "array";
                        readonly items: {
                            readonly type: "string";
                        };
                        readonly minItems: 2;
                    };
                };
                readonly build: {
                    readonly $ref: "#/$defs/function";
                };
                readonly if: {
                    readonly anyOf: readonly [
                        {
                            readonly type: "boolean";
                        },
                        {
                            readonly $ref: "#/$defs/expr";
                        }
                    ];
                };
                readonly _scope: {
                    readonly enum: readonly [
                        "inner",
                        "outer"
                    ];
                };
                readonly _bus: {
                    readonly const: true;
                };
                readonly _machine: {
                    readonly description: "Initial state and transitions.";
                    readonly type: "object";
                };
                readonly for: {
                    readonly description: "The index and its range.";
                    readonly type: "object";
                    readonly additionalProperties: {
                        readonly $ref: "#/$defs/numeric";
                    };
                };
                readonly info: {
                    readonly type: "string";
                };
            };
            readonly required: readonly [
                "_class"
            ];
            readonly additionalProperties: {
                readonly $ref: "#/$defs/member";
            };
        };
        readonly member: {
            readonly anyOf: readonly [
                {
                    readonly $ref: "#/$defs/model";
                },
                {
                    readonly $ref: "#/$defs/var";
                },
                {
                    readonly $ref: "#/$defs/par";
                },
                {
                    readonly type: "array";
                    readonly items: {
                        readonly $ref: "#/$defs/model";
                    };
                    readonly minItems: 1;
                },
                {
                    readonly $ref: "#/$defs/value";
                }
            ];
        };
        readonly var: {
            readonly type: "object";
            readonly properties: {
                hideResult: {
                    readonly type: "boolean";
                };
                value: {
                    readonly $ref: "#/$defs/value";
                };
                if: {
                    readonly anyOf: readonly [
                        {
                            readonly type: "boolean";
                        },
                        {
                            readonly $ref: "#/$defs/expr";
                        }
                    ];
                };
                stateSelect: {
                    readonly enum: readonly [
                        "never",
                        "avoid",
                        "default",
                        "prefer",
                        "always"
                    ];
                };
                min: {
                    readonly $ref: "#/$defs/numeric";
                };
                max: {
                    readonly $ref: "#/$defs/numeric";
                };
                unit: {
                    readonly type: "string";
                };
                info: {
                    readonly type: "string";
                };
                scope: {
                    readonly enum: readonly [
                        "inner",
                        "outer"
                    ];
                };
                final: {
                    readonly type: readonly [
                        "boolean",
                        "integer"
                    ];
                };
                type: {
                    readonly anyOf: readonly [
                        {
                            readonly enum: readonly [
                                "Integer",
                                "Boolean"
                            ];
                        },
                        {
                            readonly type: "array";
                            readonly items: {
                                readonly type: "string";
                            };
                            readonly minItems: 1;
                        }
                    ];
                };
                init: {
                    readonly $ref: "#/$defs/numeric";
                };
                start: {
                    readonly $ref: "#/$defs/numeric";
                };
                nominal: {
                    readonly $ref: "#/$defs/numeric";
                };
                _class: {
                    const: string;
                };
                potential: {
                    readonly type: "boolean";
                };
                flow: {
                    readonly type: "boolean";
                };
                stream: {
                    readonly type: "boolean";
                };
                input: {
                    readonly type: "boolean";
                };
                output: {
                    readonly type: "boolean";
                };
                fixed: {
                    readonly type: "boolean";
                };
            };
            readonly required: readonly ("potential" | "flow" | "stream" | "if" | "input" | "output" | "init" | "start" | "fixed" | "min" | "max" | "nominal" | "unit" | "hideResult" | "info" | "scope" | "stateSelect" | "type" | "final" | "value" | "_class")[];
            readonly additionalProperties: false;
        };
        readonly par: {
            readonly type: "object";
            readonly properties: {
                min: {
                    readonly $ref: "#/$defs/numeric";
                };
                max: {
                    readonly $ref: "#/$defs/numeric";
                };
                unit: {
                    readonly type: "string";
                };
                info: {
                    readonly type: "string";
                };
                scope: {
                    readonly enum: readonly [
                        "inner",
                        "outer"
                    ];
                };
                final: {
                    readonly type: readonly [
                        "boolean",
                        "integer"
                    ];
                };
                type: {
                    readonly anyOf: readonly [
                        {
                            readonly enum: readonly [
                                "Integer",
                                "Boolean"
                            ];
                        },
                        {
                            readonly type: "array";
                            readonly items: {
                                readonly type: "string";
                            };
                            readonly minItems: 1;
                        }
                    ];
                };
                _class: {
                    const: string;
                };
                value: {
                    readonly $ref: "#/$defs/value";
                };
                fixed: {
                    readonly type: "boolean";
                };
            };
            readonly required: readonly ("fixed" | "min" | "max" | "unit" | "info" | "scope" | "type" | "final" | "value" | "_class")[];
            readonly additionalProperties: false;
        };
        readonly numeric: {
            readonly anyOf: readonly [
                {
                    readonly type: readonly [
                        "number",
                        "boolean"
                    ];
                },
                {
                    readonly type: "array";
                    readonly items: {
                        readonly $ref: "#/$defs/numeric";
                    };
                },
                {
                    readonly $ref: "#/$defs/number";
                },
                {
                    readonly $ref: "#/$defs/expr";
                },
                {
                    readonly $ref: "#/$defs/quantity";
                },
                {
                    readonly $ref: "#/$defs/array";
                }
            ];
        };
        readonly value: {
            readonly anyOf: readonly [
                {
                    readonly type: readonly [
                        "number",
                        "boolean",
                        "string",
                        "null"
                    ];
                },
                {
                    readonly type: "array";
                    readonly items: {
                        readonly $ref: "#/$defs/value";
                    };
                },
                ...{
                    $ref: string;
                }[],
                {
                    readonly type: "object";
                    readonly propertyNames: {
                        readonly pattern: "^[^_]";
                    };
                    readonly additionalProperties: {
                        readonly $ref: "#/$defs/value";
                    };
                }
            ];
        };
        readonly number: {
            readonly type: "object";
            readonly properties: {
                _number: {
                    enum: string[];
                };
            };
            readonly required: readonly "_number"[];
            readonly additionalProperties: false;
        };
        readonly expr: {
            readonly type: "object";
            readonly properties: {
                _expr: {
                    type: "string";
                    description: string;
                };
                up: {
                    description: string;
                    type: string;
                    minimum: number;
                };
            };
            readonly required: readonly ("_expr" | "up")[];
            readonly additionalProperties: false;
        };
        readonly quantity: {
            readonly type: "object";
            readonly properties: {
                _value: {
                    readonly $ref: "#/$defs/numeric";
                };
                _unit: {
                    readonly type: "string";
                };
            };
            readonly required: readonly ("_value" | "_unit")[];
            readonly additionalProperties: false;
        };
        readonly array: {
            readonly type: "object";
            readonly properties: {
                _array: {
                    enum: string[];
                };
                values: {
                    type: string;
                    items: {
                        readonly $ref: "#/$defs/numeric";
                    };
                };
            };
            readonly required: readonly ("_array" | "values")[];
            readonly additionalProperties: false;
        };
        readonly function: {
            readonly type: "object";
            readonly properties: {
                _function: {
                    type: "string";
                    description: string;
                };
            };
            readonly required: readonly "_function"[];
            readonly additionalProperties: false;
        };
        readonly record: {
            readonly type: "object";
            readonly properties: {
                _record: {
                    type: string;
                    additionalProperties: {
                        readonly $ref: "#/$defs/value";
                    };
                };
            };
            readonly required: readonly "_record"[];
            readonly additionalProperties: false;
        };
    };
};

function modelToJson(model: ModelNode): Json;

function multiplyUnits(a: Unit, b: Unit): Unit;

function outer<T>(member: T): T;

function parseUnit(text: string): Unit;

function plot(table: SignalTable, layout: PlotLayout, options?: PlotOptions & {
    readonly file?: string;
}): string;

function plotText(table: SignalTable, names: string | readonly string[], options?: TextPlotOptions): string;

function powUnit(a: Unit, exponent: number): Unit;

function printModel(model: ModelNode): string;

function printTranslation(translation: TranslationReport, log?: readonly LogSection[] | string): string;

function printUnit(unit: Unit): string;

function quantity<T extends number | NumericArray>(value: T, unit: string): Quantity<T>;

function readBinary(source: ArrayBuffer | Uint8Array): SignalTable;

function readCsv(text: string, options?: {
    readonly separator?: Separator;
}): SignalTable;

function readJson(text: string): SignalTable;

function redeclare<T>(value: T): RedeclareNode<T>;

function registerFunction<F extends HostFunction>(name: string, evaluate: F, info?: Omit<FunctionInfo, 'name' | 'evaluate'>): F;

function sameDimension(a: Dimension, b: Dimension): boolean;

function simulate(model: ModelNode, options: SimulateOptions): SignalTable;

function toSI(value: number, unit: string | Unit): number;

function translate(model: ModelNode, options?: TranslateOptions): TranslationReport;

function writeBinary(table: SignalTable): ArrayBuffer;

function writeCsv(table: SignalTable, options?: CsvOptions): string;

function writeJson(table: SignalTable): string;
