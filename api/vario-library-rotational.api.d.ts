// Public surface of 'vario/library/rotational', written by scripts/api-report.ts.

import { BuildContext } from 'vario'
import { BuildResult } from 'vario'
import { Component } from 'vario'
import { EquationsNode } from 'vario'
import { ExprNode } from 'vario'
import { ParNode } from 'vario'
import { Simplify } from 'vario'
import { VarNode } from 'vario'

const AngleSensor: Component<{
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    phi: VarNode;
    equations: EquationsNode;
}>;

const BearingFriction: Component<Simplify<{
    flange_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    phi: VarNode;
    w: VarNode;
    a: VarNode;
    tau: VarNode;
    equations: EquationsNode;
    mode: VarNode;
    w_small: ParNode<number>;
    tau_c: ParNode<number>;
    d: ParNode<number>;
    peak: ParNode<number>;
    sa: VarNode;
} & {}>>;

const Belt: Component<{
    flange_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    r_a: ParNode<number>;
    r_b: ParNode<ExprNode>;
    c: ParNode<number>;
    d: ParNode<number>;
    f_0: ParNode<number>;
    s: VarNode;
    v: VarNode;
    f_1: VarNode;
    f_2: VarNode;
    equations: EquationsNode;
}>;

const BevelGear: Component<{
    flange_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    support_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    support_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    ratio: ParNode<number>;
    equations: EquationsNode;
}>;

const Brake: Component<Simplify<{
    flange_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    phi: VarNode;
    w: VarNode;
    a: VarNode;
    tau: VarNode;
    equations: EquationsNode;
    mode: VarNode;
    w_small: ParNode<number>;
    mue: ParNode<number>;
    peak: ParNode<number>;
    cgeo: ParNode<number>;
    fn_max: ParNode<number>;
    f_normalized: VarNode;
    fn: VarNode;
    sa: VarNode;
} & {}>>;

const Clutch: Component<Simplify<{
    flange_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    phi_rel: VarNode;
    tau: VarNode;
    equations: EquationsNode;
    w: VarNode;
    a: VarNode;
    mode: VarNode;
    w_small: ParNode<number>;
    mue: ParNode<number>;
    peak: ParNode<number>;
    cgeo: ParNode<number>;
    fn_max: ParNode<number>;
    f_normalized: VarNode;
    fn: VarNode;
    sa: VarNode;
} & {}>>;

const ConstantSpeed: Component<{
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    w_fixed: ParNode<number>;
    phi: VarNode;
    equations: EquationsNode;
}>;

const ConstantTorque: Component<{
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    tau_constant: ParNode<number>;
    equations: EquationsNode;
}>;

const Damper: Component<Simplify<{
    flange_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    phi_rel: VarNode;
    tau: VarNode;
    equations: EquationsNode;
} & {
    d: ParNode<number>;
    w_rel: VarNode;
}>>;

const EMF: Component<{
    p: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    n: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    k: ParNode<number>;
    v: VarNode;
    i: VarNode;
    phi: VarNode;
    w: VarNode;
    equations: EquationsNode;
}>;

const ElastoBacklash: Component<Simplify<{
    flange_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    phi_rel: VarNode;
    tau: VarNode;
    equations: EquationsNode;
} & {
    c: ParNode<number>;
    d: ParNode<number>;
    b: ParNode<number>;
    phi_rel0: ParNode<number>;
    tau_c: VarNode;
    tau_d: VarNode;
}>>;

const ElastoGap: Component<Simplify<{
    flange_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    phi_rel: VarNode;
    tau: VarNode;
    equations: EquationsNode;
} & {
    c: ParNode<number>;
    d: ParNode<number>;
    phi_rel0: ParNode<number>;
}>>;

const Fixed: Component<{
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    equations: EquationsNode;
}>;

const Flange: Component<{
    phi: VarNode;
    tau: VarNode;
}>;

const IdealGear: Component<{
    flange_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    ratio: ParNode<number>;
    phi_a: VarNode;
    phi_b: VarNode;
    equations: EquationsNode;
}>;

const IdealGearWithSupport: Component<{
    flange_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    support: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    ratio: ParNode<number>;
    phi_a: VarNode;
    phi_b: VarNode;
    equations: EquationsNode;
}>;

const IdealPlanetary: Component<{
    sun: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    carrier: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    ring: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    ratio: ParNode<number>;
    equations: EquationsNode;
}>;

const IdealRollingWheel: Component<{
    flange_r: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_t: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    radius: ParNode<number>;
    equations: EquationsNode;
}>;

const Inertia: Component<{
    flange_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    J: ParNode<number>;
    phi: VarNode;
    w: VarNode;
    a: VarNode;
    equations: EquationsNode;
}>;

const InertiaWithStops: Component<Simplify<{
    flange_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    J: ParNode<number>;
    phi_min: ParNode<number>;
    phi_max: ParNode<number>;
    e: ParNode<number>;
    w_small: ParNode<number>;
    phi: VarNode;
    w: VarNode;
    a: VarNode;
    tau_stop: VarNode;
    stop: VarNode;
    sa: VarNode;
    equations: EquationsNode;
} & {}>>;

const LossyGear: Component<Simplify<{
    flange_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    ratio: ParNode<number>;
    eta: ParNode<number>;
    tau_bearing: ParNode<number>;
    w_small: ParNode<number>;
    phi: VarNode;
    w: VarNode;
    a: VarNode;
    tau_loss: VarNode;
    mode: VarNode;
    equations: EquationsNode;
} & {}>>;

const OneWayClutch: Component<Simplify<{
    flange_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    phi_rel: VarNode;
    tau: VarNode;
    equations: EquationsNode;
    sa: VarNode;
    w: VarNode;
    a: VarNode;
    mode: VarNode;
    w_small: ParNode<number>;
} & {}>>;

const PartialCompliant: Component<{
    flange_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    phi_rel: VarNode;
    tau: VarNode;
    equations: EquationsNode;
}>;

const Position: Component<{
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    phi_ref: VarNode;
    exact: ParNode<boolean>;
    f_crit: ParNode<number>;
    build: (context: BuildContext) => BuildResult;
}>;

const SlidingFriction: Component<Simplify<{
    flange_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    phi_rel: VarNode;
    tau: VarNode;
    equations: EquationsNode;
    w: VarNode;
    a: VarNode;
    mode: VarNode;
    w_small: ParNode<number>;
    tau_c: ParNode<number>;
    d: ParNode<number>;
    peak: ParNode<number>;
    sa: VarNode;
} & {}>>;

const SpeedSensor: Component<{
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    w: VarNode;
    equations: EquationsNode;
}>;

const Spring: Component<Simplify<{
    flange_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    phi_rel: VarNode;
    tau: VarNode;
    equations: EquationsNode;
} & {
    c: ParNode<number>;
    phi_rel0: ParNode<number>;
}>>;

const SpringDamper: Component<Simplify<{
    flange_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    phi_rel: VarNode;
    tau: VarNode;
    equations: EquationsNode;
} & {
    c: ParNode<number>;
    d: ParNode<number>;
    phi_rel0: ParNode<number>;
}>>;

const Torque: Component<{
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    tau: VarNode;
    equations: EquationsNode;
}>;

const TorqueSensor: Component<{
    flange_a: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    flange_b: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    tau: VarNode;
    equations: EquationsNode;
}>;

const UnitlessAngleSensor: Component<Simplify<{
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    phi: VarNode;
    equations: EquationsNode;
} & {}>>;

const UnitlessSpeedSensor: Component<Simplify<{
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    w: VarNode;
    equations: EquationsNode;
} & {}>>;

const UnitlessTorque: Component<Simplify<{
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    tau: VarNode;
    equations: EquationsNode;
} & {}>>;
