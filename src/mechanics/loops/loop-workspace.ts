import type { Tree } from '../tree.ts'
import type { TreeData } from '../tree-data.ts'
import { type PositionedTree, RowEvaluator } from './evaluate-rows.ts'
import type { LoopData, LoopModel } from './loop-model.ts'
import { TreeResponse } from './tree-response.ts'

/** A set of constraints of a tree that influence only each other. */
export interface ConstrainedTree {
  readonly tree: Tree
  readonly treeData: TreeData
  /** Bodies of all branches of the tree on which they act, in ascending order. */
  readonly bodies: Int32Array
  readonly model: LoopModel
  readonly data: LoopData
  /** Memory of the tree. */
  readonly workspace: LoopWorkspace
}

/** A tree with articulated inertias that include the contribution of loops, and responses with them. */
export interface EliminationWorkspace {
  readonly looped: TreeData
  readonly response: TreeResponse
}

/** Memory of the size of the tree shared by groups of loops: they have no common bodies, and use it in sequence. */
export class LoopWorkspace {
  readonly response: TreeResponse
  readonly evaluator: RowEvaluator
  /** Forces on the bodies (6 nBody). */
  readonly F: Float64Array
  /** Motions of the joints, of one group and of all (nv). */
  readonly moves: Float64Array
  readonly change: Float64Array
  private chosen: EliminationWorkspace | null = null
  private all: EliminationWorkspace | null = null

  private readonly tree: Tree
  private readonly treeData: TreeData

  constructor(moved: PositionedTree) {
    const { tree, data } = moved
    this.tree = tree
    this.treeData = data
    this.response = new TreeResponse(tree, data)
    this.evaluator = new RowEvaluator(moved)
    this.F = new Float64Array(6 * tree.nBody)
    this.moves = new Float64Array(tree.nv)
    this.change = new Float64Array(tree.nv)
  }

  /** Memory for eliminations of independent rows; only loops on moving bodies need it. */
  get ofChosen(): EliminationWorkspace {
    this.chosen ??= this.create()
    return this.chosen
  }

  /** Memory for eliminations of all rows. */
  get ofAll(): EliminationWorkspace {
    this.all ??= this.create()
    return this.all
  }

  private create(): EliminationWorkspace {
    const { M_articulated, factor, reducedSize } = this.treeData
    const looped = {
      ...this.treeData,
      M_articulated: new Float64Array(M_articulated.length),
      factor: new Float64Array(factor.length),
      reducedSize: new Float64Array(reducedSize.length),
    }
    return { looped, response: new TreeResponse(this.tree, looped) }
  }
}
