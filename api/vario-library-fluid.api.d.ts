// Public surface of 'vario/library/fluid', written by scripts/api-report.ts.

import { Component } from 'vario'
import { EquationsNode } from 'vario'
import { ParNode } from 'vario'
import { Simplify } from 'vario'
import { VarNode } from 'vario'

const CheckValve: Component<Simplify<{
    port_a: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    port_b: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    dp: VarNode;
    q: VarNode;
    equations: EquationsNode;
} & {
    p_open: ParNode<number>;
    R: ParNode<number>;
    G: ParNode<number>;
    s: VarNode;
}>>;

const FixedFlow: Component<{
    port: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    q: ParNode<number>;
    equations: EquationsNode;
}>;

const FixedPressure: Component<{
    port: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    p: ParNode<number>;
    equations: EquationsNode;
}>;

const FlowSensor: Component<Simplify<{
    port_a: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    port_b: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    dp: VarNode;
    q: VarNode;
    equations: EquationsNode;
} & {}>>;

const HydraulicCylinder: Component<{
    port_a: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    port_b: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    A_a: ParNode<number>;
    A_b: ParNode<number>;
    s_max: ParNode<number>;
    V_a: ParNode<number>;
    V_b: ParNode<number>;
    K: ParNode<number>;
    G: ParNode<number>;
    s: VarNode;
    p_a: VarNode;
    p_b: VarNode;
    f: VarNode;
    equations: EquationsNode;
}>;

const HydraulicMotor: Component<Simplify<{
    port_a: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    port_b: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    dp: VarNode;
    q: VarNode;
    equations: EquationsNode;
} & {
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    V_rev: ParNode<number>;
    phi: VarNode;
    w: VarNode;
}>>;

const Inertance: Component<Simplify<{
    port_a: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    port_b: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    dp: VarNode;
    q: VarNode;
    equations: EquationsNode;
} & {
    rho: ParNode<number>;
    L: ParNode<number>;
    A: ParNode<number>;
}>>;

const Orifice: Component<Simplify<{
    port_a: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    port_b: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    dp: VarNode;
    q: VarNode;
    equations: EquationsNode;
    Cd: ParNode<number>;
    rho: ParNode<number>;
    dp_small: ParNode<number>;
    area: VarNode;
} & {
    A: ParNode<number>;
}>>;

const Pipe: Component<Simplify<{
    port_a: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    port_b: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    dp: VarNode;
    q: VarNode;
    equations: EquationsNode;
} & {
    L: ParNode<number>;
    D: ParNode<number>;
    k: ParNode<number>;
    height: ParNode<number>;
    g: ParNode<number>;
    Re: VarNode;
    rho: ParNode<number>;
    mu: ParNode<number>;
}>>;

const Port: Component<{
    p: VarNode;
    q: VarNode;
}>;

const PrescribedFlow: Component<{
    port: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    q: VarNode;
    equations: EquationsNode;
}>;

const PrescribedPressure: Component<{
    port: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    p: VarNode;
    equations: EquationsNode;
}>;

const PressureSensor: Component<{
    port: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    p: VarNode;
    equations: EquationsNode;
}>;

const Pump: Component<Simplify<{
    port_a: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    port_b: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    dp: VarNode;
    q: VarNode;
    equations: EquationsNode;
} & {
    dp0: ParNode<number>;
    dp1: ParNode<number>;
    q1: ParNode<number>;
    n0: ParNode<number>;
    n: VarNode;
}>>;

const Tank: Component<{
    port: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    A: ParNode<number>;
    rho: ParNode<number>;
    g: ParNode<number>;
    level: VarNode;
    equations: EquationsNode;
}>;

const Valve: Component<Simplify<{
    port_a: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    port_b: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    dp: VarNode;
    q: VarNode;
    equations: EquationsNode;
    Cd: ParNode<number>;
    rho: ParNode<number>;
    dp_small: ParNode<number>;
    area: VarNode;
} & {
    A: ParNode<number>;
    leakage: ParNode<number>;
    opening: VarNode;
}>>;

const Volume: Component<{
    port: Component<{
        p: VarNode;
        q: VarNode;
    }>;
    V: ParNode<number>;
    K: ParNode<number>;
    p: VarNode;
    equations: EquationsNode;
}>;
