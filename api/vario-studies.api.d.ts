// Public surface of 'vario/studies', written by scripts/api-report.ts.

import { MergeTree } from 'vario'
import { ModelNode } from 'vario'
import { SignalTable } from 'vario'
import { SimulateOptions } from 'vario'

interface CountMeasure extends Period {
    readonly direction: CrossingDirection;
    readonly kind: 'count';
    readonly level: number;
    readonly signal: string;
}

type CrossingDirection = 'up' | 'down' | 'both';

interface CrossingMeasure extends Period {
    readonly direction: CrossingDirection;
    readonly kind: 'crossing';
    readonly level: number;
    readonly signal: string;
}

interface DifferentiatedParameter {
    readonly means: Means;
    readonly path: string;
    readonly reason: string;
    readonly unit: string;
    readonly value: number;
}

interface DiscreteDistribution {
    readonly kind: 'discrete';
    readonly unit?: string;
    readonly values: readonly (number | string | boolean)[];
    readonly weights?: readonly number[];
}

type Distribution = NormalDistribution | UniformDistribution | TriangularDistribution | LogNormalDistribution | TruncatedDistribution | DiscreteDistribution;

interface ExtremeTimeMeasure extends Period {
    readonly kind: 'minimum-time' | 'maximum-time';
    readonly signal: string;
}

interface FailedRun extends RunProblem {
    readonly run: number;
}

interface FitData {
    readonly deviations?: Readonly<Record<string, number | ArrayLike<number>>>;
    readonly time: ArrayLike<number>;
    readonly units?: Readonly<Record<string, string>>;
    readonly values: Readonly<Record<string, ArrayLike<number>>>;
}

interface FitExperiment {
    readonly data: FitData;
    readonly inputs?: NonNullable<StudySimulateOptions['inputs']>;
    readonly merge?: MergeTree;
}

interface FitOptions {
    readonly confidence?: number;
    readonly experiments: readonly FitExperiment[];
    readonly parameters: Readonly<Record<string, FitParameter>>;
    readonly seed?: number;
    readonly simulate?: Partial<StudySimulateOptions>;
    readonly starts?: number;
}

interface FitParameter {
    readonly max?: number;
    readonly min?: number;
    readonly start: number;
    readonly unit?: string;
}

interface FitPictureOptions extends PictureOptions {
    readonly file?: string;
}

class FitResult {
    correlation(first: string, second: string): number;
    readonly degreesOfFreedom: number;
    readonly merge: MergeTree;
    readonly nRun: number;
    parameter(path: string): FittedParameter;
    readonly parameters: readonly FittedParameter[];
    readonly residualDeviation: number;
    readonly residuals: Float64Array;
    readonly searches: readonly FitSearch[];
    readonly sumOfSquares: number;
    readonly tables: readonly SignalTable[];
    readonly termination: Termination;
    readonly undetermined: readonly (readonly string[])[];
}

interface FitSearch {
    readonly start: readonly number[];
    readonly sumOfSquares: number;
    readonly termination: Termination;
}

interface FittedParameter {
    readonly high: number;
    readonly isAtBound: boolean;
    readonly low: number;
    readonly path: string;
    readonly standardError: number;
    readonly unit: string;
    readonly value: number;
}

type Goal = 'min' | 'max';

interface GridValues {
    readonly kind: 'grid';
    readonly unit?: string;
    readonly values: readonly number[];
}

interface LogNormalDistribution {
    readonly kind: 'log-normal';
    readonly median: number;
    readonly sigma: number;
    readonly unit?: string;
}

type Means = 'exact' | 'differences';

type Measure = MeasureData | ((result: SignalTable) => number | boolean);

type MeasureData = ValueMeasure | PeriodMeasure | ExtremeTimeMeasure | CrossingMeasure | CountMeasure;

interface MeasureDerivative {
    readonly error: number;
    readonly means: Means;
    readonly unit: string;
    readonly value: number;
}

interface MeasureLimits {
    readonly equal?: number;
    readonly max?: number;
    readonly min?: number;
}

interface MeasureStatistics {
    readonly count: number;
    readonly deviation: number;
    readonly max: number;
    readonly mean: number;
    readonly min: number;
    quantile(part: number): number;
    readonly standardError: number;
}

interface MorrisEffect {
    readonly absolute: number;
    readonly absoluteError: number;
    readonly deviation: number;
    readonly mean: number;
}

interface NormalDistribution {
    readonly deviation: number;
    readonly kind: 'normal';
    readonly mean: number;
    readonly unit?: string;
}

type OptimizeEnd = 'converged' | 'precision' | 'limit';

interface OptimizeOptions {
    readonly constraints?: Readonly<Record<string, MeasureLimits>>;
    readonly maxRuns?: number;
    readonly maximize?: string;
    readonly measure?: Readonly<Record<string, Measure>>;
    readonly method?: 'gradient' | 'cma-es';
    readonly minimize?: string;
    readonly parameters: Readonly<Record<string, FitParameter>>;
    readonly restarts?: number;
    readonly seed?: number;
    readonly simulate?: StudySimulateOptions;
    readonly starts?: number;
    readonly study?: PopulationRunner;
    readonly tolerance?: number;
}

type OptimizedFunction = (values: Readonly<Record<string, number>>) => number | Readonly<Record<string, number>>;

interface Optimum {
    readonly measures: Readonly<Record<string, number>>;
    readonly merge: MergeTree;
    readonly multipliers: Readonly<Record<string, number>>;
    readonly nRun: number;
    readonly termination: OptimizeEnd;
    readonly value: number;
    readonly values: Readonly<Record<string, number>>;
}

interface Period {
    readonly from?: number;
    readonly to?: number;
}

interface PeriodMeasure extends Period {
    readonly kind: 'minimum' | 'maximum' | 'integral' | 'average' | 'rms';
    readonly signal: string;
}

interface PictureOptions {
    readonly heading?: string;
    readonly height?: number;
    readonly width?: number;
}

type PopulationRunner = (model: ModelNode, options: StudyOptions) => Promise<StudyResult>;

interface RunProblem {
    readonly code: string;
    readonly message: string;
}

const STUDY_PICTURES: readonly [
    "histogram",
    "scatter",
    "tornado",
    "parallel",
    "surface",
    "pareto",
    "convergence"
];

type Sampling = 'random' | 'latin-hypercube' | 'sobol' | 'saltelli' | 'morris';

interface SensitivityOptions {
    readonly measure?: Readonly<Record<string, Measure>>;
    readonly parameters: readonly string[];
    readonly simulate: Omit<SimulateOptions, 'log' | 'onProgress' | 'stream'>;
}

class SensitivityResult {
    at(signal: string, parameter: string, t: number): number;
    derivative(measure: string, parameter: string): MeasureDerivative;
    errors(signal: string, parameter: string): Float64Array;
    measure(name: string): number;
    readonly parameters: readonly DifferentiatedParameter[];
    readonly result: SignalTable;
    get table(): SignalTable;
    get time(): Float64Array;
    unit(signal: string, parameter: string): string;
    values(signal: string, parameter: string): Float64Array;
}

interface SobolIndex {
    readonly first: number;
    readonly firstError: number;
    readonly total: number;
    readonly totalError: number;
}

function Study(definition: Omit<StudyDefinition, '_class'>): StudyDefinition;

interface StudyDefinition extends StudyOptions {
    readonly _class: 'Study';
    readonly model: ModelNode;
}

interface StudyOptions {
    readonly correlations?: readonly (readonly [
        string,
        string,
        number
    ])[];
    readonly measure: Readonly<Record<string, Measure>>;
    readonly runs?: number;
    readonly sampling?: Sampling;
    readonly seed?: number;
    readonly simulate: StudySimulateOptions;
    readonly vary: Readonly<Record<string, Variation>> | readonly Readonly<Record<string, VariedValue>>[];
}

type StudyPicture = (typeof STUDY_PICTURES)[number];

interface StudyPictureOptions extends PictureOptions {
    readonly factors?: readonly string[];
    readonly file?: string;
    readonly goals?: Readonly<Record<string, Goal>>;
    readonly measures?: readonly string[];
}

interface StudyProgress {
    readonly done: number;
    readonly failed: number;
    readonly rate: number;
    readonly remaining: number;
    readonly total: number;
}

class StudyResult {
    constructor(table: SignalTable, factors: readonly string[], measures: readonly string[], failed: readonly FailedRun[], nDone: number, sampling: Sampling, sampled: readonly string[], notes?: readonly string[]);
    readonly factors: readonly string[];
    readonly failed: readonly FailedRun[];
    readonly measures: readonly string[];
    readonly nDone: number;
    readonly notes: readonly string[];
    readonly sampled: readonly string[];
    readonly sampling: Sampling;
    statistics(name: string): MeasureStatistics;
    readonly table: SignalTable;
    values(name: string): Float64Array;
}

interface StudyRunOptions {
    readonly onProgress?: (progress: StudyProgress) => void;
    readonly signal?: {
        readonly aborted: boolean;
    };
    readonly threads?: number;
}

type StudySimulateOptions = Omit<SimulateOptions, 'log' | 'onProgress' | 'stream'>;

type Termination = 'converged' | 'precision' | 'limit' | 'start';

interface TriangularDistribution {
    readonly high: number;
    readonly kind: 'triangular';
    readonly low: number;
    readonly mode: number;
    readonly unit?: string;
}

interface TruncatedDistribution {
    readonly high: number;
    readonly kind: 'truncated';
    readonly low: number;
    readonly of: NormalDistribution | UniformDistribution | TriangularDistribution | LogNormalDistribution;
}

interface UniformDistribution {
    readonly high: number;
    readonly kind: 'uniform';
    readonly low: number;
    readonly unit?: string;
}

interface ValueMeasure {
    readonly kind: 'value';
    readonly signal: string;
    readonly time?: number;
}

type Variation = readonly VariedValue[] | GridValues | Distribution;

type VariedValue = number | boolean | string | readonly number[] | {
    readonly _class: 'Quantity';
    readonly value: number | readonly number[];
    readonly unit: string;
};

const average: (signal: string, period?: Period) => PeriodMeasure;

function crossingCount(signal: string, level: number, direction?: CrossingMeasure['direction'], period?: Period): CountMeasure;

function crossingTime(signal: string, level: number, direction?: CrossingMeasure['direction'], period?: Period): CrossingMeasure;

function discrete(values: readonly (number | string | boolean)[], weights?: readonly number[], unit?: string): DiscreteDistribution;

function finalValue(signal: string): ValueMeasure;

function findParetoFront(x: Float64Array, y: Float64Array, goals?: readonly [
    Goal,
    Goal
]): number[];

function fit(model: ModelNode, options: FitOptions): FitResult;

const integral: (signal: string, period?: Period) => PeriodMeasure;

function linspace(first: number, last: number, count: number, unit?: string): GridValues;

function logNormal(median: number, sigma: number, unit?: string): LogNormalDistribution;

function logspace(first: number, last: number, count: number, unit?: string): GridValues;

const maximum: (signal: string, period?: Period) => PeriodMeasure;

function maximumTime(signal: string, period?: Period): ExtremeTimeMeasure;

const minimum: (signal: string, period?: Period) => PeriodMeasure;

function minimumTime(signal: string, period?: Period): ExtremeTimeMeasure;

function morrisEffects(result: StudyResult, measure: string): Readonly<Record<string, MorrisEffect>>;

function normal(mean: number, deviation: number, unit?: string): NormalDistribution;

function optimize(model: ModelNode | OptimizedFunction, options: OptimizeOptions): Promise<Optimum>;

function plotFit(result: FitResult, options?: FitPictureOptions): string;

function plotStudy(result: StudyResult, picture: StudyPicture, options?: StudyPictureOptions): string;

const rms: (signal: string, period?: Period) => PeriodMeasure;

function sensitivities(model: ModelNode, options: SensitivityOptions): SensitivityResult;

function sobolIndices(result: StudyResult, measure: string): Readonly<Record<string, SobolIndex>>;

function study(model: ModelNode, options: StudyOptions & StudyRunOptions): Promise<StudyResult>;

function triangular(low: number, mode: number, high: number, unit?: string): TriangularDistribution;

function truncated(of: TruncatedDistribution['of'], low: number, high: number): TruncatedDistribution;

function uniform(low: number, high: number, unit?: string): UniformDistribution;

function valueAt(signal: string, time: number): ValueMeasure;
