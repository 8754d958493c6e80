// Public surface of 'vario/library/heat-transfer', written by scripts/api-report.ts.

import { Component } from 'vario'
import { EquationsNode } from 'vario'
import { ParNode } from 'vario'
import { Simplify } from 'vario'
import { VarNode } from 'vario'

const BodyRadiation: Component<Simplify<{
    port_a: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    port_b: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    dT: VarNode;
    Q_flow: VarNode;
    equations: EquationsNode;
} & {
    Gr: ParNode<number>;
    sigma: ParNode<number>;
}>>;

const Convection: Component<Simplify<{
    port_a: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    port_b: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    dT: VarNode;
    Q_flow: VarNode;
    equations: EquationsNode;
} & {
    Gc: VarNode;
}>>;

const ConvectionTable: Component<Simplify<{
    port_a: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    port_b: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    dT: VarNode;
    Q_flow: VarNode;
    equations: EquationsNode;
} & {
    A: ParNode<number>;
    h: ParNode<number[][]>;
}>>;

const FixedHeatFlow: Component<{
    port: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    Q_flow: ParNode<number>;
    equations: EquationsNode;
}>;

const FixedTemperature: Component<{
    port: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    T: ParNode<number>;
    equations: EquationsNode;
}>;

const HeatCapacitor: Component<{
    port: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    C: ParNode<number>;
    T: VarNode;
    equations: EquationsNode;
}>;

const HeatCapacitorTable: Component<{
    port: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    m: ParNode<number>;
    cp: ParNode<number[][]>;
    T: VarNode;
    H: VarNode;
    equations: EquationsNode;
}>;

const HeatFlowSensor: Component<{
    port_a: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    port_b: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    Q_flow: VarNode;
    equations: EquationsNode;
}>;

const HeatPort: Component<{
    T: VarNode;
    Q_flow: VarNode;
}>;

const InsulatedRod: Component<{
    port_a: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    port_b: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    L: ParNode<number>;
    A: ParNode<number>;
    rho: ParNode<number>;
    lambda: ParNode<number>;
    c: ParNode<number>;
    T: VarNode;
    dx: VarNode;
    Ce: VarNode;
    k: VarNode;
    equations: EquationsNode;
}>;

const PrescribedHeatFlow: Component<{
    port: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    Q_flow: VarNode;
    equations: EquationsNode;
}>;

const PrescribedTemperature: Component<{
    port: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    T: VarNode;
    equations: EquationsNode;
}>;

const TemperatureSensor: Component<{
    port: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    T: VarNode;
    equations: EquationsNode;
}>;

const ThermalConductor: Component<Simplify<{
    port_a: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    port_b: Component<{
        T: VarNode;
        Q_flow: VarNode;
    }>;
    dT: VarNode;
    Q_flow: VarNode;
    equations: EquationsNode;
} & {
    G: ParNode<number>;
}>>;
