// Public surface of 'vario/library/translational', written by scripts/api-report.ts.

import { BuildContext } from 'vario'
import { BuildResult } from 'vario'
import { Component } from 'vario'
import { EquationsNode } from 'vario'
import { ParNode } from 'vario'
import { Simplify } from 'vario'
import { VarNode } from 'vario'

const BearingFriction: Component<Simplify<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    L: ParNode<number>;
    s: VarNode;
    equations: EquationsNode;
    f: VarNode;
    v_small: ParNode<number>;
    v: VarNode;
    a: VarNode;
    mode: VarNode;
    f_c: ParNode<number>;
    d: ParNode<number>;
    peak: ParNode<number>;
    sa: VarNode;
} & {}>>;

const Brake: Component<Simplify<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    L: ParNode<number>;
    s: VarNode;
    equations: EquationsNode;
    f: VarNode;
    v_small: ParNode<number>;
    v: VarNode;
    a: VarNode;
    mode: VarNode;
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
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s_rel: VarNode;
    f: VarNode;
    equations: EquationsNode;
    v_small: ParNode<number>;
    v: VarNode;
    a: VarNode;
    mode: VarNode;
    mue: ParNode<number>;
    peak: ParNode<number>;
    cgeo: ParNode<number>;
    fn_max: ParNode<number>;
    f_normalized: VarNode;
    fn: VarNode;
    sa: VarNode;
} & {}>>;

const ConstantForce: Component<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    f_constant: ParNode<number>;
    equations: EquationsNode;
}>;

const ConstantSpeed: Component<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    v_fixed: ParNode<number>;
    s: VarNode;
    equations: EquationsNode;
}>;

const Damper: Component<Simplify<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s_rel: VarNode;
    f: VarNode;
    equations: EquationsNode;
} & {
    d: ParNode<number>;
    v_rel: VarNode;
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
        s: VarNode;
        f: VarNode;
    }>;
    k: ParNode<number>;
    v: VarNode;
    i: VarNode;
    s: VarNode;
    v_rel: VarNode;
    equations: EquationsNode;
}>;

const ElastoBacklash: Component<Simplify<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s_rel: VarNode;
    f: VarNode;
    equations: EquationsNode;
} & {
    c: ParNode<number>;
    d: ParNode<number>;
    b: ParNode<number>;
    s_rel0: ParNode<number>;
    f_c: VarNode;
    f_d: VarNode;
}>>;

const ElastoGap: Component<Simplify<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s_rel: VarNode;
    f: VarNode;
    equations: EquationsNode;
} & {
    c: ParNode<number>;
    d: ParNode<number>;
    s_rel0: ParNode<number>;
}>>;

const Fixed: Component<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    equations: EquationsNode;
}>;

const Flange: Component<{
    s: VarNode;
    f: VarNode;
}>;

const Force: Component<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    f: VarNode;
    equations: EquationsNode;
}>;

const ForceSensor: Component<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    f: VarNode;
    equations: EquationsNode;
}>;

const IdealGear: Component<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    ratio: ParNode<number>;
    s_a: VarNode;
    s_b: VarNode;
    equations: EquationsNode;
}>;

const IdealGearWithSupport: Component<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    support: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    ratio: ParNode<number>;
    s_a: VarNode;
    s_b: VarNode;
    equations: EquationsNode;
}>;

const LossyGear: Component<Simplify<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    ratio: ParNode<number>;
    eta: ParNode<number>;
    f_bearing: ParNode<number>;
    v_small: ParNode<number>;
    s: VarNode;
    v: VarNode;
    a: VarNode;
    f_loss: VarNode;
    mode: VarNode;
    equations: EquationsNode;
} & {}>>;

const Mass: Component<Simplify<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    L: ParNode<number>;
    s: VarNode;
    equations: EquationsNode;
} & {
    m: ParNode<number>;
    v: VarNode;
    a: VarNode;
}>>;

const MassWithStops: Component<Simplify<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    L: ParNode<number>;
    s: VarNode;
    equations: EquationsNode;
    m: ParNode<number>;
    s_min: ParNode<number>;
    s_max: ParNode<number>;
    e: ParNode<number>;
    v_small: ParNode<number>;
    v: VarNode;
    a: VarNode;
    f_stop: VarNode;
    stop: VarNode;
    sa: VarNode;
} & {}>>;

const OneWayClutch: Component<Simplify<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s_rel: VarNode;
    f: VarNode;
    equations: EquationsNode;
    v_small: ParNode<number>;
    v: VarNode;
    a: VarNode;
    mode: VarNode;
    sa: VarNode;
} & {}>>;

const PartialCompliant: Component<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s_rel: VarNode;
    f: VarNode;
    equations: EquationsNode;
}>;

const PartialRigid: Component<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    L: ParNode<number>;
    s: VarNode;
    equations: EquationsNode;
}>;

const Position: Component<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s_ref: VarNode;
    exact: ParNode<boolean>;
    f_crit: ParNode<number>;
    build: (context: BuildContext) => BuildResult;
}>;

const PositionSensor: Component<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s: VarNode;
    equations: EquationsNode;
}>;

const SlidingFriction: Component<Simplify<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s_rel: VarNode;
    f: VarNode;
    equations: EquationsNode;
    v_small: ParNode<number>;
    v: VarNode;
    a: VarNode;
    mode: VarNode;
    f_c: ParNode<number>;
    d: ParNode<number>;
    peak: ParNode<number>;
    sa: VarNode;
} & {}>>;

const SpeedSensor: Component<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    v: VarNode;
    equations: EquationsNode;
}>;

const Spring: Component<Simplify<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s_rel: VarNode;
    f: VarNode;
    equations: EquationsNode;
} & {
    c: ParNode<number>;
    s_rel0: ParNode<number>;
}>>;

const SpringDamper: Component<Simplify<{
    flange_a: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    flange_b: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s_rel: VarNode;
    f: VarNode;
    equations: EquationsNode;
} & {
    c: ParNode<number>;
    d: ParNode<number>;
    s_rel0: ParNode<number>;
}>>;

const UnitlessForce: Component<Simplify<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    f: VarNode;
    equations: EquationsNode;
} & {}>>;

const UnitlessPositionSensor: Component<Simplify<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    s: VarNode;
    equations: EquationsNode;
} & {}>>;

const UnitlessSpeedSensor: Component<Simplify<{
    flange: Component<{
        s: VarNode;
        f: VarNode;
    }>;
    v: VarNode;
    equations: EquationsNode;
} & {}>>;
