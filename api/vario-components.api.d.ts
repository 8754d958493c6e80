// Public surface of 'vario/components', written by scripts/api-report.ts.

import { Analysis } from 'vario'
import { MatrixValue } from 'vario'
import { RunWarning } from 'vario'

type AssignedValue = number | boolean | string | readonly AssignedValue[];

interface ComponentEvent {
    coupling(groups: readonly CouplingGroup[]): void;
    readonly isInitial: boolean;
    log(text: string): void;
    repeat(): void;
    requestSegment(isSame?: boolean): void;
    set(name: string, value: AssignedValue, from?: string): void;
    readonly states: ModelStates;
    stiff(isStiff: boolean): void;
    readonly time: number;
    readonly warn: Warn;
}

interface ComponentMemory {
    readonly atRest?: RestMemory;
    attributes?(): Readonly<Record<string, unknown>>;
    describeSegment?(): Readonly<Record<string, unknown>>;
    evaluate?(t: number): void;
    evaluateIndicators?(t: number): void;
    findNonFinite?(): string | undefined;
    findObstacle?(): string | undefined;
    readonly hasAnalyses?: boolean;
    hasInvariants?(): boolean;
    independentIslands?(): readonly MemoryIsland[] | null;
    initSegment?(segment: SegmentContext): void;
    isWatching?(): boolean;
    knownUntil?(t: number): number;
    limitsSteps?(): boolean;
    readonly lists?: readonly RowList[];
    nextEvent?(t: number): number;
    nextMaxStep?(t: number, isInIslands: boolean): number;
    onEnd?(isWhole: boolean): void;
    onEvent?(event: ComponentEvent): void;
    onNewParameters?(parameters: ParameterReader): void;
    onStep?(step: PassedStep): boolean;
    presentStart?(): Readonly<Record<string, unknown>>;
    project?(t: number, states: ModelStates, isEnd: boolean): boolean | 'shorter';
    watchedRates?(): MemoryRates | null;
    writeResults?(t: number): void;
}

type CouplingGroup = readonly (VariantState | string)[];

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

interface EventIndicators {
    readonly crossing: Int8Array;
    readonly values: Float64Array;
}

interface MemoryIsland {
    evaluate(t: number): void;
    exit(t: number): number;
    readonly groups: readonly (readonly VariantState[])[];
    isAtEvent(): boolean;
    readonly isStiff: boolean;
    readonly key: string;
    nextMaxStep(): number;
    readonly project?: (t: number) => boolean | 'shorter';
    readonly states: readonly VariantState[];
}

interface MemoryRates {
    evaluate(t: number, out: Float64Array, first: number): void;
    readonly n: number;
    reportMissed(k: number, start: number, end: number, time: number): void;
    sizeOf(k: number): number;
}

interface ModelModes {
    attempt<T>(x: Float64Array, act: () => T): T;
    readonly canChange: boolean;
    decide(x: Float64Array): boolean;
    findChange(rest: number, differs: (part: number) => boolean): number;
    keep(): void;
    warnOfEngaging(): void;
}

interface ModelStates {
    evaluate(x: Float64Array, dx: Float64Array): void;
    readonly modes: ModelModes;
    readonly nEquation: number;
    read(): Float64Array;
    set(x: Float64Array): void;
    readonly startKinds: readonly StartKind[];
}

interface NewWarning extends RunWarning {
    readonly key: string;
}

interface ParameterMatrix {
    readonly cols: number;
    readonly data: Float64Array;
    readonly rows: number;
}

interface ParameterReader {
    readonly path: string;
    value(name: string): unknown;
}

type ParameterValue = EvaluatedModel['parameters'] extends ReadonlyMap<string, infer Value> ? Value : never;

interface PassedStep {
    readonly end: number;
    evaluateAt(t: number): void;
    readonly start: number;
}

interface RestMemory {
    hold(how: 'fast' | 'slips'): void;
    listDrivenMotions(states: ModelStates): readonly string[];
    listOverloads(t: number): readonly string[];
    passStep(t: number): void;
    stick(): void;
    stop(): void;
}

interface ResultDeclaration {
    readonly info?: string;
    readonly size?: readonly number[];
    readonly type?: 'real' | 'quaternion';
    readonly unit?: string;
}

interface RowList {
    readonly axis: string;
    readonly signals: readonly {
        readonly name: string;
        readonly unit?: string;
        readonly size?: readonly number[];
        readonly info?: string;
    }[];
    write(append: (row: Float64Array) => void): void;
}

interface SegmentContext {
    readonly analysis: Analysis;
    component(path: string, from?: string): ComponentMemory;
    coupling(groups: readonly CouplingGroup[]): void;
    declared(name: string): VariantState | VariantResult | undefined;
    dependsOn(state: VariantState, states: readonly VariantState[]): void;
    indicators(n: number, isRenewed?: boolean): EventIndicators;
    readonly isFirst: boolean;
    keep(variables: VariantState | VariantResult | readonly (VariantState | VariantResult)[]): void;
    matrix(name: string): ParameterMatrix;
    number(name: string): number;
    readonly path: string;
    resize(name: string, n: number): void;
    result(name: string, declaration?: ResultDeclaration): VariantResult;
    state(name: string, declaration: StateDeclaration): VariantState;
    readonly time: number;
    readonly tolerance: number;
    value(name: string): ParameterValue;
    variable(name: string): (() => ParameterValue) | undefined;
    variableNames(): string[];
    vector(name: string): Float64Array;
    readonly warn: Warn;
}

type StartKind = 'given' | 'default' | 'guess';

interface StateDeclaration {
    readonly info?: string;
    readonly isAbsolute?: boolean;
    readonly isIntegral?: boolean;
    readonly nominal?: number | ArrayLike<number>;
    readonly start: number | ArrayLike<number>;
    readonly unit?: string;
}

interface VariantResult {
    readonly values: Float64Array;
}

interface VariantState {
    readonly derivatives: Float64Array;
    readonly values: Float64Array;
}

type Warn = (warning: NewWarning) => void;
