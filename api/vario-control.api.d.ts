// Public surface of 'vario/control', written by scripts/api-report.ts.

import { SignalTable } from 'vario'

interface Complex {
    readonly im: number;
    readonly re: number;
}

interface Estimator {
    readonly L: number[][];
    readonly M?: number[][];
    readonly P: number[][];
    readonly poles: Complex[];
}

interface FrequencyOptions {
    readonly frequencies?: readonly number[];
}

interface Margins {
    readonly delayMargin: number;
    readonly gainCrossings: readonly {
        readonly frequency: number;
        readonly phase: number;
    }[];
    readonly gainMargin: number;
    readonly isStable: boolean;
    readonly phaseCrossings: readonly {
        readonly frequency: number;
        readonly gain: number;
    }[];
    readonly phaseMargin: number;
}

type Matrix = readonly (readonly number[])[];

interface Noise {
    readonly G?: Matrix;
    readonly Q: Matrix;
    readonly R: Matrix;
}

interface PlacedPoles {
    readonly K: number[][];
    readonly poles: Complex[];
}

interface Reachability {
    readonly isComplete: boolean;
    readonly rank: number;
    readonly remaining: Complex[];
}

interface Regulator {
    readonly K: number[][];
    readonly X: number[][];
    readonly poles: Complex[];
}

interface SignalUnits {
    readonly inputs: readonly string[];
    readonly outputs: readonly string[];
    readonly states: readonly string[];
}

interface StateSpace {
    readonly A: Matrix;
    readonly B: Matrix;
    readonly C: Matrix;
    readonly D: Matrix;
    readonly inputs?: readonly string[];
    readonly outputs?: readonly string[];
    readonly sampleTime?: number;
    readonly states?: readonly string[];
    readonly t?: number;
    readonly u?: readonly number[];
    readonly units?: SignalUnits;
    readonly x?: readonly number[];
    readonly y?: readonly number[];
}

interface TimeOptions {
    readonly intervals?: number;
    readonly stopTime?: number;
}

interface TransferFunction {
    readonly denominator: readonly number[];
    readonly gain: number;
    readonly numerator: readonly number[];
    readonly poles: readonly Complex[];
    readonly zeros: readonly Complex[];
}

interface Weights {
    readonly N?: Matrix;
    readonly Q: Matrix;
    readonly R: Matrix;
}

function bode(system: StateSpace, options?: FrequencyOptions): SignalTable;

function controllability(system: StateSpace): Reachability;

function dcGain(system: StateSpace): number[][];

function discretize(system: StateSpace, sampleTime: number, method?: 'zoh' | 'tustin'): StateSpace;

function dlqr(system: Pick<StateSpace, 'A' | 'B' | 'sampleTime'>, weights: Weights): Regulator;

function feedback(plant: StateSpace, controller?: StateSpace, sign?: 1 | -1): StateSpace;

function frequencyResponse(system: StateSpace, frequencies: readonly number[]): Complex[][][];

function fromTransferFunction(numerator: readonly number[], denominator: readonly number[], sampleTime?: number): StateSpace;

function impulseResponse(system: StateSpace, options?: TimeOptions): SignalTable;

function isStable(system: StateSpace): boolean;

function kalman(system: StateSpace, noise: Noise): Estimator;

function lqr(system: Pick<StateSpace, 'A' | 'B' | 'sampleTime'>, weights: Weights): Regulator;

function margins(system: StateSpace): Margins;

function nyquist(system: StateSpace, options?: FrequencyOptions): SignalTable;

function observability(system: StateSpace): Reachability;

function outputRegulator(plant: StateSpace, K: Matrix, L: Matrix): StateSpace;

function parallel(first: StateSpace, second: StateSpace, sign?: 1 | -1): StateSpace;

function placePoles(system: StateSpace, poles: readonly (number | Complex)[]): PlacedPoles;

function poles(system: StateSpace): Complex[];

function selectChannel(system: StateSpace, input: string | number, output: string | number): StateSpace;

function series(first: StateSpace, second: StateSpace): StateSpace;

function solveDiscreteLyapunov(A: Matrix, Q: Matrix): number[][];

function solveDiscreteRiccati(A: Matrix, B: Matrix, weights: Weights): number[][];

function solveLyapunov(A: Matrix, Q: Matrix): number[][];

function solveRiccati(A: Matrix, B: Matrix, weights: Weights): number[][];

function stepResponse(system: StateSpace, options?: TimeOptions): SignalTable;

function transferFunctions(system: StateSpace): TransferFunction[][];

function transmissionZeros(system: StateSpace): Complex[];
