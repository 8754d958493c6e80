// Public surface of 'vario/ode', written by scripts/api-report.ts.

import { CscPattern } from 'vario/math'
import { VarioError } from 'vario'

type Arrival = 'step' | 'event' | 'stop';

interface DaeEvent extends Omit<SolverEvent, 'x' | 'xBefore' | 'expect'> {
    readonly y: Float64Array;
    readonly yp: Float64Array;
}

interface DaeProblem {
    readonly differential?: ArrayLike<number | boolean>;
    readonly jacobian?: (t: number, y: Float64Array, yp: Float64Array, c: number, J: Float64Array) => Outcome;
    readonly n: number;
    readonly residual: (t: number, y: Float64Array, yp: Float64Array, res: Float64Array) => Outcome;
    readonly roots?: DaeRootFunctions;
    readonly sparsity?: CscPattern;
}

interface DaeRootFunctions extends Omit<RootFunctions, 'g'> {
    readonly g: (t: number, y: Float64Array, yp: Float64Array, z: Float64Array) => Outcome;
}

interface DaeRun extends RunRecord {
    readonly stats: Statistics;
    readonly t: number;
    readonly y: Float64Array;
    readonly yp: Float64Array;
}

interface DaeSolver extends Solver {
    readonly system: {
        readonly yp: Float64Array;
    };
}

type EventResponse = void | 'continue' | 'stop';

type Expectation = 'stiff' | 'nonstiff';

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

type Method = 'auto' | 'tsit5' | 'dop853' | 'bdf' | 'radau5';

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

type Outcome = void | 'retry' | 'abort';

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

interface ProblemIslands {
    readonly integrals: Int32Array;
    list(): readonly ProblemIsland[];
}

interface RootFunctions {
    readonly checkInterval?: number;
    readonly checkPoints?: number;
    readonly direction?: ArrayLike<number>;
    readonly g: (t: number, x: Float64Array, z: Float64Array) => Outcome;
    readonly n: number;
    readonly renewed?: ArrayLike<number>;
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

class Solver {
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

type SolverErrorCode = 'NON_FINITE' | 'STEP_TOO_SMALL' | 'TOO_MANY_STEPS' | 'NEWTON_FAILURE' | 'SINGULAR_MATRIX' | 'MODEL_FAILURE' | 'ROOT_FUNCTION' | 'CHATTERING' | 'INITIALIZATION';

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

interface SolverState {
    readonly component: number;
    readonly h: number;
    readonly method: string;
    readonly order: number;
    readonly stats: Readonly<Statistics>;
    readonly t: number;
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

interface ToleranceOptions {
    readonly atol?: number | ArrayLike<number>;
    readonly initialStep?: number;
    readonly lookInterval?: number;
    readonly maxStep?: number;
    readonly maxSteps?: number;
    readonly minStep?: number;
    readonly rtol?: number | ArrayLike<number>;
}

interface WatchedRates {
    readonly g: (t: number, x: Float64Array, w: Float64Array) => Outcome;
    readonly interval: number;
    readonly n: number;
    readonly onMissed: (k: number, start: number, end: number, time: number) => void;
    readonly tolerance: (k: number) => number;
}

function createDaeSolver(problem: DaeProblem, options: IntegrateDaeOptions): DaeSolver;

function createSolver(problem: OdeProblem, options: IntegrateOptions, before?: Solver): Solver;

function integrate(problem: OdeProblem, options: IntegrateOptions): OdeRun;

function integrateDae(problem: DaeProblem, options: IntegrateDaeOptions): DaeRun;
