/**
 * Fill-reducing ordering: approximate minimum degree (AMD) on the graph of A + Aᵀ, written from
 * [Amestoy, Davis & Duff 1996] and [Davis 2006, section 7.1].
 *
 * The elimination graph is held as a quotient graph. A node is a variable i (not yet eliminated) or an element e (an
 * eliminated pivot), and keeps
 *   E_i  elements next to variable i,        A_i  variables next to i by original edges not covered by an element,
 *   L_e  variables next to element e: the pattern of column e of the factor.
 * Eliminating pivot k forms  L_k = (A_k ∪ ⋃ L_e, e ∈ E_k) \ k  and absorbs the elements of E_k. Each i ∈ L_k then gets
 *   d_i = min( n - k,  d_i + |L_k \ i|,  |A_i \ i| + |L_k \ i| + Σ |L_e \ L_k| over e ∈ E_i \ k )        (1)
 * Variables with equal E_i and A_i are indistinguishable and merged; a variable i with nothing but k next to it is
 * eliminated together with k; an element with L_e ⊆ L_k is absorbed. Very full rows are left out and ordered last.
 */
import { InputError } from '../../base/index.ts'
import { type CscPattern, transposePattern } from './sparse.ts'

/** A node with more neighbors than max(16, 10 √n) is ordered last: it would only cost time [AMD user guide]. */
const DENSE_FACTOR = 10
const DENSE_MINIMUM = 16

/** The quotient graph; sizes count variables that were merged into one node. */
interface QuotientGraph {
  readonly n: number
  /** Variables not yet eliminated. */
  nLeft: number
  /** All lists: for a variable first E_i, then A_i; for an element L_e. Grows at its end. */
  adj: Int32Array
  /** First unused place of `adj`. */
  free: number
  /** Start and length of a node's list, and how many of a variable's entries are elements (n each). */
  readonly start: Int32Array
  readonly length: Int32Array
  readonly nElements: Int32Array
  /** Number of variables a node stands for: 0 once it is eliminated or merged, negative while it is in L_k (n). */
  readonly size: Int32Array
  /** 1 for an element that has not been absorbed (n). */
  readonly isElement: Uint8Array
  /** Approximate degree of a variable; |L_e| of an element (n). */
  readonly degree: Int32Array
  /** Variables of equal degree as doubly linked lists, -1 ends them (n each). */
  readonly degreeHead: Int32Array
  readonly next: Int32Array
  readonly previous: Int32Array
  /** |L_e \ L_k|, valid if `outsideStep[e]` is the current step (n each). */
  readonly outside: Int32Array
  readonly outsideStep: Int32Array
  /** Hash buckets of the variables in L_k, -1 ends them; hash of each variable (n each). */
  readonly bucketHead: Int32Array
  readonly bucketNext: Int32Array
  readonly hash: Int32Array
  /** Marks of the comparison of two lists (n). */
  readonly mark: Int32Array
  markValue: number
  /** Variables merged into a variable, as linked lists, -1 ends them (n each). */
  readonly mergedHead: Int32Array
  readonly mergedNext: Int32Array
}

/**
 * Computes a fill-reducing order of the rows and columns of a square pattern.
 *
 * @returns the permutation: entry k is the row and column to eliminate in step k
 */
export function computeAmdOrdering(pattern: CscPattern): Int32Array {
  const n = pattern.nCols
  if (pattern.nRows !== n) throw new InputError('pattern', 'a square matrix', `${pattern.nRows} × ${n}`)
  const order = new Int32Array(n)
  const graph = createQuotientGraph(pattern)
  const { size } = graph
  // Full rows come last, as they are
  let nDense = 0
  const denseLimit = Math.max(DENSE_MINIMUM, DENSE_FACTOR * Math.sqrt(n))
  for (let i = n - 1; i >= 0; i--) {
    if (graph.length[i] > denseLimit) {
      nDense++
      order[n - nDense] = i
      size[i] = 0
      graph.nLeft--
    } else {
      insertByDegree(graph, i)
    }
  }
  // Eliminate pivots of least degree
  let nOrdered = 0
  let minimum = 0
  while (graph.nLeft > 0) {
    while (graph.degreeHead[minimum] < 0) minimum++
    const k = graph.degreeHead[minimum]
    removeByDegree(graph, k)
    formElement(graph, k)
    countOutside(graph, k, nOrdered)
    updateDegrees(graph, k)
    mergeIndistinguishable(graph, k)
    minimum = Math.min(minimum, finishElement(graph, k))
    nOrdered = appendWithMerged(graph, k, order, nOrdered)
  }
  return order
}

/** Builds the graph of A + Aᵀ without its diagonal. */
function createQuotientGraph(pattern: CscPattern): QuotientGraph {
  const { nCols: n, colPtr, rowIdx } = pattern
  const rows = transposePattern(pattern)
  const adj = new Int32Array(2 * rowIdx.length)
  const start = new Int32Array(n)
  const length = new Int32Array(n)
  const seen = new Int32Array(n).fill(-1)
  let free = 0
  for (let j = 0; j < n; j++) {
    start[j] = free
    seen[j] = j
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      if (seen[rowIdx[p]] === j) continue
      seen[rowIdx[p]] = j
      adj[free++] = rowIdx[p]
    }
    for (let p = rows.colPtr[j]; p < rows.colPtr[j + 1]; p++) {
      if (seen[rows.rowIdx[p]] === j) continue
      seen[rows.rowIdx[p]] = j
      adj[free++] = rows.rowIdx[p]
    }
    length[j] = free - start[j]
  }
  return {
    n,
    nLeft: n,
    adj,
    free,
    start,
    length,
    nElements: new Int32Array(n),
    size: new Int32Array(n).fill(1),
    isElement: new Uint8Array(n),
    degree: length.slice(),
    degreeHead: new Int32Array(n + 1).fill(-1),
    next: new Int32Array(n),
    previous: new Int32Array(n),
    outside: new Int32Array(n),
    outsideStep: new Int32Array(n).fill(-1),
    bucketHead: new Int32Array(n).fill(-1),
    bucketNext: new Int32Array(n),
    hash: new Int32Array(n),
    mark: seen.fill(0),
    markValue: 0,
    mergedHead: new Int32Array(n).fill(-1),
    mergedNext: new Int32Array(n),
  }
}

/**
 * Turns variable k into an element: gathers L_k, flags its variables by a negative size, absorbs the elements of E_k.
 */
function formElement(graph: QuotientGraph, k: number): void {
  const { start, length, nElements, size, isElement, degree } = graph
  const listStart = start[k]
  const elementsEnd = listStart + nElements[k]
  const listEnd = listStart + length[k]
  graph.nLeft -= size[k]
  size[k] = 0
  // A pivot without elements is its own list; any other gets a new list at the end
  let out = listStart
  if (nElements[k] > 0) {
    let bound = length[k]
    for (let p = listStart; p < elementsEnd; p++) bound += length[graph.adj[p]]
    reserve(graph, Math.min(bound, graph.nLeft))
    out = graph.free
  }
  const adj = graph.adj
  start[k] = out
  let weight = 0
  for (let p = listStart; p < listEnd; p++) {
    // Each element of E_k contributes its variables, each variable of A_k itself
    const isFromElement = p < elementsEnd
    const node = adj[p]
    const from = isFromElement ? start[node] : p
    const to = isFromElement ? from + length[node] : p + 1
    if (isFromElement) isElement[node] = 0
    for (let q = from; q < to; q++) {
      const i = adj[q]
      if (size[i] <= 0) continue
      weight += size[i]
      size[i] = -size[i]
      adj[out++] = i
      removeByDegree(graph, i)
    }
  }
  length[k] = out - start[k]
  if (out > graph.free) graph.free = out
  isElement[k] = 1
  degree[k] = weight
}

/** Computes |L_e \ L_k| for all elements e next to a variable of L_k. */
function countOutside(graph: QuotientGraph, k: number, step: number): void {
  const { adj, start, length, nElements, size, isElement, degree, outside, outsideStep } = graph
  const end = start[k] + length[k]
  for (let p = start[k]; p < end; p++) {
    const i = adj[p]
    const elementsEnd = start[i] + nElements[i]
    for (let q = start[i]; q < elementsEnd; q++) {
      const e = adj[q]
      if (isElement[e] === 0) continue
      if (outsideStep[e] !== step) {
        outsideStep[e] = step
        outside[e] = degree[e]
      }
      outside[e] += size[i]
    }
  }
}

/** Cleans the lists of all i ∈ L_k, computes the part of d_i outside L_k, eliminates variables that have none. */
function updateDegrees(graph: QuotientGraph, k: number): void {
  const { n, adj, start, length, nElements, size, isElement, degree, outside, bucketHead, bucketNext, hash } =
    graph
  const end = start[k] + length[k]
  for (let p = start[k]; p < end; p++) {
    const i = adj[p]
    const elementsEnd = start[i] + nElements[i]
    const listEnd = start[i] + length[i]
    let out = start[i]
    let external = 0
    let sum = k
    // Elements that remain; the others are covered by L_k
    for (let q = start[i]; q < elementsEnd; q++) {
      const e = adj[q]
      if (isElement[e] === 0) continue
      if (outside[e] === 0) {
        isElement[e] = 0
        continue
      }
      external += outside[e]
      sum = (sum + e) | 0
      adj[out++] = e
    }
    const nKept = out - start[i]
    // Variables that remain: those outside L_k
    for (let q = elementsEnd; q < listEnd; q++) {
      const j = adj[q]
      if (size[j] <= 0) continue
      external += size[j]
      sum = (sum + j) | 0
      adj[out++] = j
    }
    if (external === 0) {
      // Mass elimination: i goes with k
      degree[k] += size[i]
      graph.nLeft += size[i]
      mergeInto(graph, i, k)
      continue
    }
    degree[i] = Math.min(degree[i], external)
    // k joins E_i. There is room: k itself or an absorbed element has left the list
    adj[out] = adj[start[i] + nKept]
    adj[start[i] + nKept] = adj[start[i]]
    adj[start[i]] = k
    nElements[i] = nKept + 1
    length[i] = out + 1 - start[i]
    const bucket = (sum >>> 0) % n
    hash[i] = bucket
    bucketNext[i] = bucketHead[bucket]
    bucketHead[bucket] = i
  }
}

/** Merges variables of L_k whose lists are equal; only those in one hash bucket are compared. */
function mergeIndistinguishable(graph: QuotientGraph, k: number): void {
  const { adj, start, length, nElements, size, bucketHead, bucketNext, hash, mark } = graph
  const end = start[k] + length[k]
  for (let p = start[k]; p < end; p++) {
    if (size[adj[p]] === 0) continue
    const bucket = hash[adj[p]]
    let i = bucketHead[bucket]
    bucketHead[bucket] = -1
    for (; i >= 0 && bucketNext[i] >= 0; i = bucketNext[i]) {
      graph.markValue++
      for (let q = start[i]; q < start[i] + length[i]; q++) mark[adj[q]] = graph.markValue
      let previous = i
      for (let j = bucketNext[i]; j >= 0; j = bucketNext[j]) {
        let isEqual = length[j] === length[i] && nElements[j] === nElements[i]
        for (let q = start[j]; isEqual && q < start[j] + length[j]; q++) {
          if (mark[adj[q]] !== graph.markValue) isEqual = false
        }
        if (isEqual) {
          size[i] += size[j]
          mergeInto(graph, j, i)
          bucketNext[previous] = bucketNext[j]
        } else {
          previous = j
        }
      }
    }
  }
}

/** Drops merged variables from L_k, completes the degrees by (1) and returns the least of them. */
function finishElement(graph: QuotientGraph, k: number): number {
  const { n, adj, start, length, size, isElement, degree } = graph
  const end = start[k] + length[k]
  let out = start[k]
  let least = n
  for (let p = start[k]; p < end; p++) {
    const i = adj[p]
    if (size[i] === 0) continue
    const weight = -size[i]
    size[i] = weight
    degree[i] = Math.min(degree[i] + degree[k] - weight, graph.nLeft - weight)
    if (degree[i] < least) least = degree[i]
    insertByDegree(graph, i)
    adj[out++] = i
  }
  length[k] = out - start[k]
  if (length[k] === 0) isElement[k] = 0
  return least
}

/** Appends k and all variables merged into it; returns the new number of ordered variables. */
function appendWithMerged(graph: QuotientGraph, k: number, order: Int32Array, nOrdered: number): number {
  const { mergedHead, mergedNext } = graph
  let end = nOrdered
  order[end++] = k
  // The order itself is the queue of variables whose merged ones follow
  for (let head = nOrdered; head < end; head++) {
    for (let i = mergedHead[order[head]]; i >= 0; i = mergedNext[i]) order[end++] = i
  }
  return end
}

function mergeInto(graph: QuotientGraph, i: number, into: number): void {
  graph.size[i] = 0
  graph.mergedNext[i] = graph.mergedHead[into]
  graph.mergedHead[into] = i
}

function insertByDegree(graph: QuotientGraph, i: number): void {
  const head = graph.degreeHead[graph.degree[i]]
  graph.next[i] = head
  graph.previous[i] = -1
  if (head >= 0) graph.previous[head] = i
  graph.degreeHead[graph.degree[i]] = i
}

function removeByDegree(graph: QuotientGraph, i: number): void {
  const next = graph.next[i]
  const previous = graph.previous[i]
  if (next >= 0) graph.previous[next] = previous
  if (previous >= 0) graph.next[previous] = next
  else graph.degreeHead[graph.degree[i]] = next
}

/** Makes room for `count` more entries of `adj`. */
function reserve(graph: QuotientGraph, count: number): void {
  if (graph.free + count <= graph.adj.length) return
  const grown = new Int32Array(2 * graph.adj.length + count)
  grown.set(graph.adj)
  graph.adj = grown
}
