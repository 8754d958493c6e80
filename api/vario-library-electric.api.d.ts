// Public surface of 'vario/library/electric', written by scripts/api-report.ts.

import { Component } from 'vario'
import { EquationsNode } from 'vario'
import { ParNode } from 'vario'
import { Simplify } from 'vario'
import { VarNode } from 'vario'

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
