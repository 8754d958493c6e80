// Public surface of 'vario/library/electric', written by scripts/api-report.ts.

import { Component } from 'vario'
import { EquationsNode } from 'vario'
import { ParNode } from 'vario'
import { Simplify } from 'vario'
import { VarNode } from 'vario'

const Battery: Component<Simplify<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
} & {
    Q: ParNode<number>;
    R0: ParNode<number>;
    R1: ParNode<number>;
    C1: ParNode<number>;
    OCV: ParNode<number[][]>;
    interpolation: ParNode<string>;
    SOC: VarNode;
    v1: VarNode;
}>>;

const Capacitor: Component<Simplify<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
} & {
    C: ParNode<number>;
}>>;

const Conductor: Component<Simplify<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
} & {
    G: ParNode<number>;
}>>;

const ConstantCurrent: Component<Simplify<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
} & {
    I: ParNode<number>;
}>>;

const ConstantVoltage: Component<Simplify<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
} & {
    V: ParNode<number>;
}>>;

const CurrentSensor: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    i: VarNode;
    equations: EquationsNode;
}>;

const Diode: Component<Simplify<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
} & {
    Ids: ParNode<number>;
    Vt: ParNode<number>;
    Maxexp: ParNode<number>;
    R: ParNode<number>;
}>>;

const Ground: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    equations: EquationsNode;
}>;

const IdealDiode: Component<Simplify<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
    Ron: ParNode<number>;
    Goff: ParNode<number>;
    s: VarNode;
} & {
    Vknee: ParNode<number>;
}>>;

const IdealOpAmp3Pin: Component<{
    in_p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    in_n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    out: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    equations: EquationsNode;
}>;

const IdealThyristor: Component<Simplify<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
} & {
    Ron: ParNode<number>;
    Goff: ParNode<number>;
    Vknee: ParNode<number>;
    fire: VarNode;
    s: VarNode;
    closed: VarNode;
}>>;

const IdealTransformer: Component<Simplify<{
    p1: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n1: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    p2: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n2: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v1: VarNode;
    v2: VarNode;
    i1: VarNode;
    i2: VarNode;
    equations: EquationsNode;
} & {
    n: ParNode<number>;
}>>;

const Inductor: Component<Simplify<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
} & {
    L: ParNode<number>;
}>>;

const LimitedOpAmp: Component<{
    in_p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    in_n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    out: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v_max: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v_min: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    A: ParNode<number>;
    equations: EquationsNode;
}>;

const NMOS: Component<Simplify<{
    D: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    G: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    S: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    B: Component<{
        v: VarNode;
        i: VarNode;
    }>;
} & {
    W: ParNode<number>;
    L: ParNode<number>;
    Beta: ParNode<number>;
    Vt: ParNode<number>;
    K2: ParNode<number>;
    dW: ParNode<number>;
    dL: ParNode<number>;
    RDS: ParNode<number>;
    ID: VarNode;
    equations: EquationsNode;
}>>;

const NPN: Component<Simplify<{
    C: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    B: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    E: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    Bf: ParNode<number>;
    Br: ParNode<number>;
    Is: ParNode<number>;
    Vak: ParNode<number>;
    Vt: ParNode<number>;
    Gbc: ParNode<number>;
    Gbe: ParNode<number>;
    Maxexp: ParNode<number>;
    vbc: VarNode;
    vbe: VarNode;
    iCC: VarNode;
    equations: EquationsNode;
} & {}>>;

const OnePort: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
}>;

const PMOS: Component<Simplify<{
    D: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    G: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    S: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    B: Component<{
        v: VarNode;
        i: VarNode;
    }>;
} & {
    W: ParNode<number>;
    L: ParNode<number>;
    Beta: ParNode<number>;
    Vt: ParNode<number>;
    K2: ParNode<number>;
    dW: ParNode<number>;
    dL: ParNode<number>;
    RDS: ParNode<number>;
    ID: VarNode;
    equations: EquationsNode;
}>>;

const PNP: Component<Simplify<{
    C: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    B: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    E: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    Bf: ParNode<number>;
    Br: ParNode<number>;
    Is: ParNode<number>;
    Vak: ParNode<number>;
    Vt: ParNode<number>;
    Gbc: ParNode<number>;
    Gbe: ParNode<number>;
    Maxexp: ParNode<number>;
    vbc: VarNode;
    vbe: VarNode;
    iCC: VarNode;
    equations: EquationsNode;
} & {}>>;

const Pin: Component<{
    v: VarNode;
    i: VarNode;
}>;

const Resistor: Component<Simplify<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
} & {
    R: ParNode<number>;
}>>;

const SaturatingInductor: Component<Simplify<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
} & {
    L0: ParNode<number>;
    Linf: ParNode<number>;
    Isat: ParNode<number>;
    psi: VarNode;
}>>;

const SignalCurrent: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
}>;

const SignalVoltage: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
}>;

const SineCurrent: Component<Simplify<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
} & {
    I: ParNode<number>;
    f: ParNode<number>;
    phase: ParNode<number>;
    offset: ParNode<number>;
    startTime: ParNode<number>;
}>>;

const SineVoltage: Component<Simplify<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
} & {
    V: ParNode<number>;
    f: ParNode<number>;
    phase: ParNode<number>;
    offset: ParNode<number>;
    startTime: ParNode<number>;
}>>;

const StepVoltage: Component<Simplify<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
} & {
    V: ParNode<number>;
    offset: ParNode<number>;
    startTime: ParNode<number>;
}>>;

const Switch: Component<Simplify<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
    Ron: ParNode<number>;
    Goff: ParNode<number>;
    s: VarNode;
} & {
    control: VarNode;
}>>;

const SwitchWithArc: Component<Simplify<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
} & {
    Ron: ParNode<number>;
    Goff: ParNode<number>;
    V0: ParNode<number>;
    dVdt: ParNode<number>;
    Vmax: ParNode<number>;
    control: VarNode;
    arcs: VarNode;
    isForward: VarNode;
    t_open: VarNode;
    v_arc: VarNode;
    s: VarNode;
}>>;

const ThreeCoupledInductors: Component<Simplify<{
    p1: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n1: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    p2: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n2: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v1: VarNode;
    v2: VarNode;
    i1: VarNode;
    i2: VarNode;
    equations: EquationsNode;
} & {
    p3: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n3: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v3: VarNode;
    i3: VarNode;
    L: ParNode<number[][]>;
}>>;

const Transformer: Component<Simplify<{
    p1: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n1: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    p2: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n2: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v1: VarNode;
    v2: VarNode;
    i1: VarNode;
    i2: VarNode;
    equations: EquationsNode;
} & {
    L1: ParNode<number>;
    L2: ParNode<number>;
    M: ParNode<number>;
}>>;

const TwoPort: Component<{
    p1: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n1: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    p2: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n2: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v1: VarNode;
    v2: VarNode;
    i1: VarNode;
    i2: VarNode;
    equations: EquationsNode;
}>;

const UnitlessCurrentSensor: Component<Simplify<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    i: VarNode;
    equations: EquationsNode;
} & {}>>;

const UnitlessSignalVoltage: Component<Simplify<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
} & {}>>;

const VoltageSensor: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    equations: EquationsNode;
}>;

const ZenerDiode: Component<Simplify<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    v: VarNode;
    i: VarNode;
    equations: EquationsNode;
} & {
    Ids: ParNode<number>;
    Vt: ParNode<number>;
    Maxexp: ParNode<number>;
    R: ParNode<number>;
    Bv: ParNode<number>;
    Ibv: ParNode<number>;
    Nbv: ParNode<number>;
}>>;
