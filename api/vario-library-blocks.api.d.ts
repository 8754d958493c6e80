// Public surface of 'vario/library/blocks', written by scripts/api-report.ts.

import { Component } from 'vario'
import { EquationsNode } from 'vario'
import { ExprNode } from 'vario'
import { MatrixValue } from 'vario'
import { ParNode } from 'vario'
import { Simplify } from 'vario'
import { VarNode } from 'vario'

const Add: Component<Simplify<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
} & {
    k1: ParNode<number>;
    k2: ParNode<number>;
    equations: EquationsNode;
}>>;

const And: Component<Simplify<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
} & {
    equations: EquationsNode;
}>>;

const BandLimitedWhiteNoise: Component<Simplify<{
    y: VarNode;
    samplePeriod: ParNode<number>;
    startTime: ParNode<number>;
    seed: ParNode<number>;
    n: VarNode;
    equations: EquationsNode;
    mu: ParNode<number>;
    sigma: ParNode<number>;
} & {
    noisePower: ParNode<number>;
}>>;

const BooleanConstant: Component<Simplify<{
    y: VarNode;
} & {
    k: ParNode<boolean>;
    equations: EquationsNode;
}>>;

const BooleanPulse: Component<Simplify<{
    y: VarNode;
    startTime: ParNode<number>;
    period: ParNode<number>;
    width: ParNode<number>;
    n: VarNode;
    equations: EquationsNode;
} & {}>>;

const BooleanStep: Component<Simplify<{
    y: VarNode;
} & {
    startTime: ParNode<number>;
    startValue: ParNode<boolean>;
    equations: EquationsNode;
}>>;

const BooleanToReal: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    realTrue: ParNode<number>;
    realFalse: ParNode<number>;
    equations: EquationsNode;
}>>;

const Chirp: Component<Simplify<{
    y: VarNode;
    offset: ParNode<number>;
    startTime: ParNode<number>;
} & {
    amplitude: ParNode<number>;
    f_start: ParNode<number>;
    f_end: ParNode<number>;
    duration: ParNode<number>;
    equations: EquationsNode;
}>>;

const Constant: Component<Simplify<{
    y: VarNode;
} & {
    k: ParNode<number>;
    equations: EquationsNode;
}>>;

const DeadZone: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    uMax: ParNode<number>;
    uMin: ParNode<ExprNode>;
    equations: EquationsNode;
}>>;

const Derivative: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    k: ParNode<number>;
    T: ParNode<number>;
    x: VarNode;
    equations: EquationsNode;
}>>;

const Division: Component<Simplify<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
} & {
    equations: EquationsNode;
}>>;

const Feedback: Component<Simplify<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
} & {
    equations: EquationsNode;
}>>;

const Filter: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    design: ParNode<string>;
    band: ParNode<string>;
    order: ParNode<number>;
    f_cut: ParNode<number>;
    f_min: ParNode<ExprNode>;
    ripple: ParNode<number>;
    k: ParNode<number>;
    A: ParNode<ExprNode>;
    b: ParNode<ExprNode>;
    c: ParNode<ExprNode>;
    d: ParNode<ExprNode>;
    x: VarNode;
    equations: EquationsNode;
}>>;

const FirstOrder: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    k: ParNode<number>;
    T: ParNode<number>;
    x: VarNode;
    equations: EquationsNode;
}>>;

const FixedDelay: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    delayTime: ParNode<number>;
    equations: EquationsNode;
}>>;

const Gain: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    k: ParNode<number>;
    equations: EquationsNode;
}>>;

const GreaterThreshold: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    threshold: ParNode<number>;
    equations: EquationsNode;
}>>;

const Hysteresis: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    uLow: ParNode<number>;
    uHigh: ParNode<number>;
    equations: EquationsNode;
}>>;

const Integrator: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    k: ParNode<number>;
    equations: EquationsNode;
}>>;

const LessThreshold: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    threshold: ParNode<number>;
    equations: EquationsNode;
}>>;

const LimPID: Component<Simplify<{
    y: VarNode;
} & {
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
}>>;

const Limiter: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    uMax: ParNode<number>;
    uMin: ParNode<ExprNode>;
    equations: EquationsNode;
}>>;

const Mean: Component<Simplify<{
    u: VarNode;
    y: VarNode;
    T: ParNode<number>;
    startTime: ParNode<number>;
    v: VarNode;
    n: VarNode;
    mean: VarNode;
    equations: EquationsNode;
} & {}>>;

const Nand: Component<Simplify<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
} & {
    equations: EquationsNode;
}>>;

const Nor: Component<Simplify<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
} & {
    equations: EquationsNode;
}>>;

const NormalNoise: Component<Simplify<{
    y: VarNode;
    samplePeriod: ParNode<number>;
    startTime: ParNode<number>;
    seed: ParNode<number>;
    n: VarNode;
    equations: EquationsNode;
} & {
    mu: ParNode<number>;
    sigma: ParNode<number>;
}>>;

const Not: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    equations: EquationsNode;
}>>;

const OnDelay: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    delayTime: ParNode<number>;
    entryTime: VarNode;
    equations: EquationsNode;
}>>;

const OnOffController: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    reference: VarNode;
    bandwidth: ParNode<number>;
    equations: EquationsNode;
}>>;

const Or: Component<Simplify<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
} & {
    equations: EquationsNode;
}>>;

const PI: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    k: ParNode<number>;
    T: ParNode<number>;
    x: VarNode;
    equations: EquationsNode;
}>>;

const PID: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    k: ParNode<number>;
    Ti: ParNode<number>;
    Td: ParNode<number>;
    Nd: ParNode<number>;
    I: VarNode;
    xD: VarNode;
    equations: EquationsNode;
}>>;

const Product: Component<Simplify<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
} & {
    equations: EquationsNode;
}>>;

const Pulse: Component<Simplify<{
    y: VarNode;
    offset: ParNode<number>;
    startTime: ParNode<number>;
    amplitude: ParNode<number>;
    period: ParNode<number>;
    width: ParNode<number>;
    n: VarNode;
    equations: EquationsNode;
} & {}>>;

const RSFlipFlop: Component<Simplify<{
    y: VarNode;
} & {
    S: VarNode;
    R: VarNode;
    equations: EquationsNode;
}>>;

const Ramp: Component<Simplify<{
    y: VarNode;
    offset: ParNode<number>;
    startTime: ParNode<number>;
} & {
    height: ParNode<number>;
    duration: ParNode<number>;
    equations: EquationsNode;
}>>;

const RateLimiter: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    rising: ParNode<number>;
    falling: ParNode<ExprNode>;
    Td: ParNode<number>;
    equations: EquationsNode;
}>>;

const RootMeanSquare: Component<Simplify<{
    u: VarNode;
    y: VarNode;
    T: ParNode<number>;
    startTime: ParNode<number>;
    v: VarNode;
    n: VarNode;
    mean: VarNode;
    equations: EquationsNode;
} & {}>>;

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

const SampledIntegrator: Component<Simplify<{
    u: VarNode;
    y: VarNode;
    samplePeriod: ParNode<number>;
} & {
    k: ParNode<number>;
    x: VarNode;
    equations: EquationsNode;
}>>;

const SampledPI: Component<Simplify<{
    u: VarNode;
    y: VarNode;
    samplePeriod: ParNode<number>;
} & {
    k: ParNode<number>;
    T: ParNode<number>;
    yMax: ParNode<number>;
    yMin: ParNode<number>;
    x: VarNode;
    yd: VarNode;
    equations: EquationsNode;
}>>;

const SecondOrder: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    k: ParNode<number>;
    w: ParNode<number>;
    D: ParNode<number>;
    yd: VarNode;
    equations: EquationsNode;
}>>;

const SignalSource: Component<Simplify<{
    y: VarNode;
} & {
    offset: ParNode<number>;
    startTime: ParNode<number>;
}>>;

const Sine: Component<Simplify<{
    y: VarNode;
    offset: ParNode<number>;
    startTime: ParNode<number>;
} & {
    amplitude: ParNode<number>;
    f: ParNode<number>;
    phase: ParNode<number>;
    equations: EquationsNode;
}>>;

const StateSpace: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    A: ParNode<ExprNode>;
    B: ParNode<ExprNode>;
    C: ParNode<ExprNode>;
    D: ParNode<ExprNode>;
    x: VarNode;
    equations: EquationsNode;
}>>;

const Step: Component<Simplify<{
    y: VarNode;
    offset: ParNode<number>;
    startTime: ParNode<number>;
} & {
    height: ParNode<number>;
    equations: EquationsNode;
}>>;

const Sum: Component<Simplify<{
    y: VarNode;
} & {
    k: ParNode<number[]>;
    u: VarNode;
    equations: EquationsNode;
}>>;

const Switch: Component<Simplify<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
} & {
    u3: VarNode;
    equations: EquationsNode;
}>>;

const Table1D: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    equations: EquationsNode;
    interpolation: ParNode<string>;
    extrapolation: ParNode<string>;
    table: ParNode<number[][]>;
}>>;

const Table2D: Component<Simplify<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
} & {
    equations: EquationsNode;
    interpolation: ParNode<string>;
    extrapolation: ParNode<string>;
    table: ParNode<number[][]>;
}>>;

const TableSource: Component<Simplify<{
    y: VarNode;
} & {
    table: ParNode<number[][]>;
    next: VarNode;
    equations: EquationsNode;
}>>;

const Timer: Component<Simplify<{
    y: VarNode;
} & {
    u: VarNode;
    entryTime: VarNode;
    equations: EquationsNode;
}>>;

const TransferFunction: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    b: ParNode<number[]>;
    a: ParNode<number[]>;
    bb: ParNode<ExprNode>;
    x: VarNode;
    equations: EquationsNode;
}>>;

const Trapezoid: Component<Simplify<{
    y: VarNode;
    offset: ParNode<number>;
    startTime: ParNode<number>;
} & {
    amplitude: ParNode<number>;
    rising: ParNode<number>;
    width: ParNode<number>;
    falling: ParNode<number>;
    period: ParNode<number>;
    n: VarNode;
    equations: EquationsNode;
}>>;

const UniformNoise: Component<Simplify<{
    y: VarNode;
    samplePeriod: ParNode<number>;
    startTime: ParNode<number>;
    seed: ParNode<number>;
    n: VarNode;
    equations: EquationsNode;
} & {
    yMin: ParNode<number>;
    yMax: ParNode<number>;
}>>;

const UnitDelay: Component<Simplify<{
    u: VarNode;
    y: VarNode;
    samplePeriod: ParNode<number>;
} & {
    ud: VarNode;
    yd: VarNode;
    equations: EquationsNode;
}>>;

const VariableDelay: Component<Simplify<{
    u: VarNode;
    y: VarNode;
} & {
    delayTime: VarNode;
    delayMax: ParNode<number>;
    equations: EquationsNode;
}>>;

const Xor: Component<Simplify<{
    u1: VarNode;
    u2: VarNode;
    y: VarNode;
} & {
    equations: EquationsNode;
}>>;

const ZeroOrderHold: Component<Simplify<{
    u: VarNode;
    y: VarNode;
    samplePeriod: ParNode<number>;
} & {
    ud: VarNode;
    equations: EquationsNode;
}>>;

const delay: (x: number) => number;

const spatialDistribution: (in0: number, in1: number) => number[];

const table1D: (table: MatrixValue, u: number, method?: string, extrapolation?: string) => number;

const table2D: (table: MatrixValue, u1: number, u2: number, method?: string, extrapolation?: string) => number;
