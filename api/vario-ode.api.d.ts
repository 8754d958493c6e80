// Public surface of 'vario/ode', written by scripts/api-report.ts.

import { CscPattern } from 'vario/math'
import { VarioError } from 'vario'

interface DaeProblem {
    readonly differential?: ArrayLike<number | boolean>;
    readonly jacobian?: (t: number, y: Float64Array, yp: Float64Array, c: number, J: Float64Array) => Outcome;
    readonly n: number;
    readonly residual: (t: number, y: Float64Array, yp: Float64Array, res: Float64Array) => Outcome;
    readonly roots?: DaeRootFunctions;
    readonly sparsity?: CscPattern;
}

interface DaeRun extends RunRecord {
    readonly stats: Statistics;
    readonly t: number;
    readonly y: Float64Array;
    readonly yp: Float64Array;
}

type EventResponse = void | 'continue' | 'stop';

interface IntegrateDaeOptions extends RunOptions<DaeEvent> {
    readonly constraintTolerance?: number;
    readonly ignoreAlgebraicErrors?: boolean;
    readonly y0: ArrayLike<number>;
    readonly yp0?: ArrayLike<number>;
}

interface IntegrateOptions extends RunOptions<SolverEvent> {
    readonly method?: Method;
    readonly x0: ArrayLike<number>;
}

type Method = keyof typeof METHODS;

interface OdeProblem {
    readonly f: (t: number, x: Float64Array, dx: Float64Array) => Outcome;
    readonly islands?: ProblemIslands;
    readonly jacobian?: (t: number, x: Float64Array, J: Float64Array) => Outcome;
    readonly n: number;
    readonly project?: (t: number, x: Float64Array) => boolean | 'shorter';
    readonly roots?: RootFunctions;
    readonly sparseRows?: SparseRows;
    readonly sparsity?: CscPattern;
    readonly takeTolerances?: (atol: Float64Array) => void;
    readonly watch?: WatchedRates;
}

interface OdeRun extends RunRecord {
    readonly stats: Statistics;
    readonly t: number;
    readonly x: Float64Array;
}

interface ProblemIsland {
    readonly exit: (t: number, x: Float64Array) => number;
    readonly expect: 'stiff' | 'nonstiff';
    readonly f: (t: number, x: Float64Array, dx: Float64Array) => Outcome;
    readonly isAtEvent: () => boolean;
    readonly key: string;
    readonly longestStep: (t: number, x: Float64Array) => number;
    readonly project?: (t: number, x: Float64Array) => boolean | 'shorter';
    readonly sparseRows?: SparseRows;
    readonly sparsity?: CscPattern;
    readonly states: Int32Array;
}

interface RootFunctions {
    readonly checkInterval?: number;
    readonly checkPoints?: number;
    readonly direction?: ArrayLike<number>;
    readonly g: (t: number, x: Float64Array, z: Float64Array) => Outcome;
    readonly n: number;
    readonly renewed?: ArrayLike<number>;
}

class Solver {
    constructor(stepper: Stepper, what: 'f' | 'residual', roots: WatchedRoots | null, limits: ResolvedTolerances, rates?: WatchedRates, project?: OdeProblem['project'], evaluateDefect?: EvaluateDefect, prepareStart?: ((t: number) => void) | undefined);
    readonly crossing: Int8Array;
    evaluateRoots(t: number, z: Float64Array): void;
    goBack(tGood: number, tMissed: number): boolean;
    interpolate(t: number, out: Float64Array): void;
    isMissedAt(t: number, x: Float64Array, fx: Float64Array): boolean;
    landsOnEvents: boolean;
    listCrossings(): number[];
    next(tStop: number, tLimit?: number): Arrival;
    restart(tEnd: number, expect?: Expectation): void;
    start(t: number, tEnd: number, hGuess: number, expect?: Expectation, isRestart?: boolean): void;
    get stats(): Statistics;
    readonly stepper: Stepper;
    t: number;
    tBefore: number;
    trustsSmoothSteps: boolean;
    readonly x: Float64Array;
}

class SolverError extends VarioError {
    constructor(code: SolverErrorCode, reason: string, state: SolverState, more?: Record<string, unknown>);
    readonly code: SolverErrorCode;
    readonly component: number;
    readonly h: number;
    readonly method: string;
    readonly order: number;
    readonly stats: Readonly<Statistics>;
    readonly t: number;
}

interface SolverEvent {
    readonly directions: readonly number[];
    expect?: Expectation;
    readonly isTimeEvent: boolean;
    readonly t: number;
    readonly tBefore: number;
    readonly which: readonly number[];
    readonly x: Float64Array;
    readonly xBefore: Float64Array;
}

interface SparseRows {
    readonly colIdx: Int32Array;
    readonly rowPtr: Int32Array;
    readonly rows: Int32Array;
}

interface Statistics {
    cpuTime: number;
    events: number;
    f: number;
    fJacobian: number;
    jacobians: number;
    lu: number;
    newton: number;
    rejected: number;
    roots: number;
    steps: number;
}

function createDaeSolver(problem: DaeProblem, options: IntegrateDaeOptions): DaeSolver;

function createSolver(problem: OdeProblem, options: IntegrateOptions, before?: Solver): Solver;

function integrate(problem: OdeProblem, options: IntegrateOptions): OdeRun;

function integrateDae(problem: DaeProblem, options: IntegrateDaeOptions): DaeRun;

// ---- not exported: ----
// Arrival, BdfAttempt, BdfCorrector, BdfStepper, BdfSystem, CorrectorHistory, CorrectorRates, DaeEvent,
// DaeRootFunctions, DaeSolver, DaeSystem, DaeSystemOptions, DifferenceMatrix, EvaluateDefect, Expectation,
// ExplicitStepper, IterationMatrix, JacobianEvaluator, METHODS, MatrixLayout, Outcome, ProblemIslands,
// Radau5, RadauStart, Renewal, ResolvedTolerances, RightHandSide, RowLayout, RunEvent, RunOptions, RunOutput,
// RunRecord, SolverErrorCode, SolverState, StepController, Stepper, StepperOptions, ToleranceOptions,
// Tsit5Interpolant, Tsit5Step, Tsit5Stepper, WatchedRates, WatchedRoots, createBdf, createDop853,
// createRadau5, createTsit5

type Arrival = 'step' | 'event' | 'stop';

interface BdfAttempt {
    h: number;
    history: CorrectorHistory;
    l1: number;
    step: number;
    t: number;
    tolerance: number;
    readonly weights: Float64Array;
    readonly z: Float64Array;
}

abstract class BdfCorrector {
    constructor(n: number, stats: Statistics, factors: IterationMatrix, rates: CorrectorRates);
    protected abstract readonly badComponent: number;
    protected blame(status: number, weights: Float64Array): number;
    protected abstract chooseRenewal(attempt: BdfAttempt): Renewal;
    protected abstract chooseRenewalAfterFailure(attempt: BdfAttempt, last: Renewal): Renewal;
    protected abstract coefficientOf(attempt: BdfAttempt): number;
    protected coefficientOfMatrix: number;
    protected abstract computeDefect(attempt: BdfAttempt, out: Float64Array): void;
    protected readonly delta: Float64Array;
    readonly e: Float64Array;
    protected abstract evaluate(attempt: BdfAttempt): number;
    protected abstract evaluateMatrix(attempt: BdfAttempt): number;
    protected abstract factorMatrix(attempt: BdfAttempt): number;
    protected readonly factors: IterationMatrix;
    filterDefect(defect: Float64Array): void;
    forget(): void;
    protected hasMatrix: boolean;
    protected abstract isGoodEnough(attempt: BdfAttempt): boolean;
    protected isPoor: boolean;
    protected abstract readonly maxIterations: number;
    protected abstract meetsConstraints(m: number): boolean;
    readonly n: number;
    protected abstract relaxationAt(attempt: BdfAttempt): number;
    protected abstract slowestRateAt(attempt: BdfAttempt): number;
    solve(attempt: BdfAttempt): number;
    readonly stats: Statistics;
    worst: number;
    protected readonly y: Float64Array;
}

class BdfStepper implements Stepper {
    constructor(name: string, system: BdfSystem, options: StepperOptions);
    canStepAgain: boolean;
    error: number;
    failure: number;
    filterDefect(defect: Float64Array): void;
    h: number;
    interpolate(t: number, out: Float64Array): void;
    interpolateSlope(t: number, out: Float64Array): void;
    readonly isOneStep = false;
    readonly name: string;
    order: number;
    start(t: number, tStop: number, hGuess: number, isRestart?: boolean): number;
    get startFailure(): string;
    readonly stats: Statistics;
    step(tStop: number): number;
    stepAgain(tLanding: number): number;
    t: number;
    tOld: number;
    takeMove(before: Float64Array): void;
    worst: number;
    readonly x: Float64Array;
}

interface BdfSystem {
    computeFirstStep(t: number, x: Float64Array, slope: Float64Array, weights: Float64Array, tStop: number): number;
    createStart?(): RadauStart;
    readonly e: Float64Array;
    readonly errorSafety: number;
    readonly errorSafetyAfterEvent: number;
    filterDefect(defect: Float64Array): void;
    forget(): void;
    readonly isTested: Uint8Array | null;
    readonly n: number;
    readonly reason?: string;
    reload(t: number, x: Float64Array, slope: Float64Array, weights: Float64Array, h: number): number;
    solve(attempt: BdfAttempt): number;
    start(t: number, x: Float64Array, weights: Float64Array, tStop: number, slope: Float64Array): number;
    readonly stats: Statistics;
    worst: number;
}

type CorrectorHistory = 'first' | 'errorFailure' | 'correctorFailure';

interface CorrectorRates {
    readonly rateDecay: number;
    readonly rateOfNewMatrix: number;
}

interface DaeEvent extends Omit<SolverEvent, 'x' | 'xBefore' | 'expect'> {
    readonly y: Float64Array;
    readonly yp: Float64Array;
}

interface DaeRootFunctions extends Omit<RootFunctions, 'g'> {
    readonly g: (t: number, y: Float64Array, yp: Float64Array, z: Float64Array) => Outcome;
}

interface DaeSolver extends Solver {
    readonly stepper: BdfStepper;
    readonly system: DaeSystem;
}

class DaeSystem extends BdfCorrector implements BdfSystem {
    constructor(problem: DaeProblem, options: DaeSystemOptions, stats: Statistics);
    protected get badComponent(): number;
    protected chooseRenewal(attempt: BdfAttempt): Renewal;
    protected chooseRenewalAfterFailure(): Renewal;
    protected coefficientOf({ h, l1 }: BdfAttempt): number;
    protected computeDefect(_attempt: BdfAttempt, out: Float64Array): void;
    computeFirstStep(_t: number, _y: Float64Array, slope: Float64Array, weights: Float64Array, tStop: number): number;
    readonly errorSafety = 4;
    readonly errorSafetyAfterEvent = 10;
    protected evaluate({ t, h, z, l1 }: BdfAttempt): number;
    protected evaluateMatrix(attempt: BdfAttempt): number;
    protected factorMatrix(): number;
    hasSlope: boolean;
    protected isGoodEnough({ weights, tolerance }: BdfAttempt): boolean;
    readonly isTested: Uint8Array | null;
    protected get maxIterations(): number;
    protected meetsConstraints(m: number): boolean;
    reason: string;
    protected relaxationAt(): number;
    reload(t: number, y: Float64Array, slope: Float64Array, weights: Float64Array, h: number): number;
    protected slowestRateAt(attempt: BdfAttempt): number;
    start(t: number, y: Float64Array, weights: Float64Array, tStop: number, slope: Float64Array): number;
    readonly yp: Float64Array;
}

interface DaeSystemOptions extends StepperOptions {
    readonly constraintTolerance: number;
    readonly ignoreAlgebraicErrors: boolean;
}

abstract class DifferenceMatrix {
    constructor(n: number, sparsity: CscPattern | undefined, sparseRows: SparseRows | undefined, usesDifferences: boolean);
    protected abstract evaluateShifted(out: Float64Array): number;
    protected fillByDifferences(base: Float64Array): number;
    protected readonly increments: Float64Array;
    readonly layout: MatrixLayout;
    get nDifference(): number;
    protected scatter(): void;
    protected abstract shift(j: number): void;
    protected abstract unshift(j: number): void;
    protected readonly userValues: Float64Array;
    readonly values: Float64Array;
}

type EvaluateDefect = (t: number, x: Float64Array, slope: Float64Array, h: number, out: Float64Array) => boolean;

type Expectation = 'stiff' | 'nonstiff';

abstract class ExplicitStepper implements Stepper {
    constructor(problem: OdeProblem, options: StepperOptions, stats: Statistics, order: number, nStage: number, controller: StepController);
    protected readonly atol: Float64Array;
    protected abstract attempt(t: number, tNew: number, h: number): number;
    error: number;
    failure: number;
    protected followTangent(t: number, out: Float64Array): void;
    h: number;
    protected hDone: number;
    abstract interpolate(t: number, out: Float64Array): void;
    abstract interpolateSlope(t: number, out: Float64Array): void;
    readonly isOneStep = true;
    protected readonly n: number;
    abstract readonly name: string;
    order: number;
    protected pending: number;
    protected readonly rhs: RightHandSide;
    protected rowFirst: number;
    protected rowLast: number;
    protected readonly rows: Float64Array[];
    protected readonly rtols: Float64Array;
    start(t: number, tStop: number, hGuess: number, isRestart?: boolean): number;
    readonly stats: Statistics;
    step(tStop: number): number;
    stepAgain(tLanding: number): number;
    t: number;
    protected tDone: number;
    tOld: number;
    takeMove(): void;
    protected readonly w: Float64Array;
    worst: number;
    readonly x: Float64Array;
}

class IterationMatrix {
    constructor(layout: MatrixLayout, stats: Statistics);
    factor(entries: Float64Array, scale: number, shift: number): number;
    singularColumn: number;
    solve(b: Float64Array): void;
}

class JacobianEvaluator extends DifferenceMatrix {
    constructor(problem: OdeProblem, rhs: RightHandSide, rtols: Float64Array, minTolerancePart?: number);
    avoidJumps(fx: Float64Array): number;
    protected evaluateShifted(out: Float64Array): number;
    protected shift(j: number): void;
    protected unshift(j: number): void;
    update(t: number, x: Float64Array, fx: Float64Array, h: number, weights: Float64Array): number;
    updates: number;
}

const METHODS: {
    auto: (problem: OdeProblem, options: StepperOptions, stats: Statistics, before?: Stepper) => Stepper;
    tsit5: typeof createTsit5;
    dop853: typeof createDop853;
    bdf: typeof createBdf;
    radau5: typeof createRadau5;
};

interface MatrixLayout {
    readonly diagonal: Int32Array;
    readonly fromUser: Int32Array | null;
    readonly n: number;
    readonly pattern: CscPattern | null;
    readonly rows: RowLayout | null;
    readonly size: number;
}

type Outcome = void | 'retry' | 'abort';

interface ProblemIslands {
    readonly integrals: Int32Array;
    list(): readonly ProblemIsland[];
}

class Radau5 implements Stepper {
    constructor(problem: OdeProblem, options: StepperOptions, stats: Statistics);
    error: number;
    failure: number;
    filterDefect(defect: Float64Array): void;
    h: number;
    interpolate(t: number, out: Float64Array): void;
    interpolateSlope(t: number, out: Float64Array): void;
    readonly isOneStep = true;
    readonly matrix: JacobianEvaluator;
    readonly name = "radau5";
    order: number;
    start(t: number, tStop: number, hGuess: number, isRestart?: boolean): number;
    readonly stats: Statistics;
    step(tStop: number): number;
    stepAgain(tLanding: number): number;
    t: number;
    tOld: number;
    takeMove(): void;
    worst: number;
    readonly x: Float64Array;
}

class RadauStart {
    constructor(problem: OdeProblem, options: StepperOptions, stats: Statistics);
    fill(z: Float64Array): number;
    isDone(): boolean;
    readonly radau: Radau5;
    start(t: number, x: Float64Array, tStop: number, hGuess: number, change: Float64Array): number;
    step(tStop: number, x: Float64Array, isMoved: boolean): number;
}

type Renewal = 'keep' | 'factor' | 'evaluate';

interface ResolvedTolerances extends StepperOptions {
    readonly initialStep: number;
    readonly maxSteps: number;
}

class RightHandSide {
    constructor(problem: OdeProblem, stats: Statistics);
    badComponent: number;
    evaluate(t: number, x: Float64Array, dx: Float64Array): number;
    evaluateForJacobian(t: number, x: Float64Array, dx: Float64Array): number;
    readonly n: number;
    readonly stats: Statistics;
}

interface RowLayout {
    readonly colPtr: Int32Array;
    readonly firstSparse: number;
    readonly full: Int32Array;
    readonly n: number;
    readonly position: Int32Array;
    readonly rowOf: Int32Array;
    readonly sparse: SparseRows;
}

interface RunEvent {
    readonly t: number;
    readonly which: readonly number[];
}

interface RunOptions<Event> extends ToleranceOptions {
    readonly eventTimes?: ArrayLike<number>;
    readonly expect?: Expectation;
    readonly onEvent?: (event: Event) => EventResponse;
    readonly onStep?: (t: number, x: Float64Array) => void;
    readonly outputTimes?: ArrayLike<number>;
    readonly t0: number;
    readonly tEnd: number;
}

interface RunOutput {
    readonly t: Float64Array;
    readonly x: Float64Array;
}

interface RunRecord {
    readonly events: RunEvent[];
    readonly output: RunOutput;
    readonly reason: 'end' | 'event';
}

type SolverErrorCode = 'NON_FINITE' | 'STEP_TOO_SMALL' | 'TOO_MANY_STEPS' | 'NEWTON_FAILURE' | 'SINGULAR_MATRIX' | 'MODEL_FAILURE' | 'ROOT_FUNCTION' | 'CHATTERING' | 'INITIALIZATION';

interface SolverState {
    readonly component: number;
    readonly h: number;
    readonly method: string;
    readonly order: number;
    readonly stats: Readonly<Statistics>;
    readonly t: number;
}

class StepController {
    constructor(order: number, beta: number, minFactor: number, maxFactor: number);
    computeNext(h: number, hAsked: number, err: number, afterRejection: boolean): number;
    computeRetry(h: number, err: number): number;
    reset(): void;
}

interface Stepper {
    readonly canStepAgain?: boolean;
    error: number;
    expect?(expectation: 'stiff' | 'nonstiff'): void;
    failure: number;
    filterDefect?(defect: Float64Array): void;
    h: number;
    interpolate(t: number, out: Float64Array): void;
    interpolateSlope?(t: number, out: Float64Array): void;
    readonly isOneStep: boolean;
    landIslands?(tEvent: number): number | undefined;
    longestFirstStep?(): number;
    readonly nIsland?: number;
    readonly name: string;
    order: number;
    start(t: number, tStop: number, hGuess: number, isRestart?: boolean): number;
    readonly startFailure?: string;
    readonly stats: Statistics;
    step(tStop: number): number;
    stepAgain?(tLanding: number): number;
    t: number;
    tOld: number;
    takeMove?(before: Float64Array): void;
    worst: number;
    readonly x: Float64Array;
}

interface StepperOptions {
    readonly atol: Float64Array;
    readonly lookInterval: number;
    readonly maxStep: number;
    readonly minStep: number;
    readonly rtol: number;
    readonly rtols: Float64Array;
}

interface ToleranceOptions {
    readonly atol?: number | ArrayLike<number>;
    readonly initialStep?: number;
    readonly lookInterval?: number;
    readonly maxStep?: number;
    readonly maxSteps?: number;
    readonly minStep?: number;
    readonly rtol?: number | ArrayLike<number>;
}

abstract class Tsit5Interpolant extends Tsit5Step {
    interpolate(t: number, out: Float64Array): void;
    interpolateSlope(t: number, out: Float64Array): void;
}

abstract class Tsit5Step extends ExplicitStepper {
    constructor(problem: OdeProblem, options: StepperOptions, stats: Statistics);
    protected attempt(t: number, tNew: number, h: number): number;
    hLambda: number;
}

class Tsit5Stepper extends Tsit5Interpolant {
    readonly name = "tsit5";
}

interface WatchedRates {
    readonly g: (t: number, x: Float64Array, w: Float64Array) => Outcome;
    readonly interval: number;
    readonly n: number;
    readonly onMissed: (k: number, start: number, end: number, time: number) => void;
    readonly tolerance: (k: number) => number;
}

interface WatchedRoots {
    atStart(t: number, z: Float64Array): Outcome;
    readonly checkInterval?: number;
    readonly checkPoints?: number;
    readonly direction?: ArrayLike<number>;
    readonly n: number;
    onDenseOutput(t: number, z: Float64Array): Outcome;
    readonly renewed?: ArrayLike<number>;
}

function createBdf(problem: OdeProblem, options: StepperOptions, stats: Statistics): Stepper;

function createDop853(problem: OdeProblem, options: StepperOptions, stats: Statistics): Stepper;

function createRadau5(problem: OdeProblem, options: StepperOptions, stats: Statistics): Stepper;

function createTsit5(problem: OdeProblem, options: StepperOptions, stats: Statistics): Tsit5Stepper;
