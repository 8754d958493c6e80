// Public surface of 'vario/library/blocks', written by scripts/api-report.ts.

import { Component } from 'vario'
import { EquationsNode } from 'vario'
import { ExprNode } from 'vario'
import { MatrixValue } from 'vario'
import { ParNode } from 'vario'
import { VarNode } from 'vario'

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

const table1D: (table: MatrixValue, u: number, method?: string, extrapolation?: string) => number;

const table2D: (table: MatrixValue, u1: number, u2: number, method?: string, extrapolation?: string) => number;
