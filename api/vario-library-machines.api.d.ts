// Public surface of 'vario/library/machines', written by scripts/api-report.ts.

import { Component } from 'vario'
import { EquationsNode } from 'vario'
import { ExprNode } from 'vario'
import { ParNode } from 'vario'
import { Simplify } from 'vario'
import { VarNode } from 'vario'

const AsynchronousMachine: Component<Simplify<{
    p1: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    p2: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    p3: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    p: ParNode<number>;
    J: ParNode<number>;
    Rs: ParNode<number>;
    phi: VarNode;
    w: VarNode;
    tau: VarNode;
    vd: VarNode;
    vq: VarNode;
    id: VarNode;
    iq: VarNode;
    equations: EquationsNode;
} & {
    Rr: ParNode<number>;
    Lm: ParNode<number>;
    Lss: ParNode<number>;
    Lrs: ParNode<ExprNode>;
    ird: VarNode;
    irq: VarNode;
    psi_d: VarNode;
    psi_q: VarNode;
}>>;

const DcPermanentMagnet: Component<Simplify<{
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
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    Ra: ParNode<number>;
    La: ParNode<number>;
    J: ParNode<number>;
    phi: VarNode;
    w: VarNode;
    psi: VarNode;
    tau: VarNode;
} & {
    k: ParNode<number>;
}>>;

const DcSeparatelyExcited: Component<Simplify<{
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
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    Ra: ParNode<number>;
    La: ParNode<number>;
    J: ParNode<number>;
    phi: VarNode;
    w: VarNode;
    psi: VarNode;
    tau: VarNode;
} & {
    ep: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    en: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    Re: ParNode<number>;
    Le: ParNode<number>;
    M: ParNode<number>;
    ie: VarNode;
}>>;

const DcSeries: Component<Simplify<{
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
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    Ra: ParNode<number>;
    La: ParNode<number>;
    J: ParNode<number>;
    phi: VarNode;
    w: VarNode;
    psi: VarNode;
    tau: VarNode;
} & {
    Re: ParNode<number>;
    Le: ParNode<number>;
    M: ParNode<number>;
}>>;

const SynchronousMachine: Component<Simplify<{
    p1: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    p2: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    p3: Component<{
        v: VarNode;
        i: VarNode;
    }>;
    flange: Component<{
        phi: VarNode;
        tau: VarNode;
    }>;
    p: ParNode<number>;
    J: ParNode<number>;
    Rs: ParNode<number>;
    phi: VarNode;
    w: VarNode;
    tau: VarNode;
    vd: VarNode;
    vq: VarNode;
    id: VarNode;
    iq: VarNode;
    equations: EquationsNode;
} & {
    Ld: ParNode<number>;
    Lq: ParNode<ExprNode>;
    psi: ParNode<number>;
}>>;
