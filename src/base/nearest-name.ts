/**
 * The candidate nearest to a misspelled `name`, or `undefined` if none is close. Upper and lower case count as equal at
 * first and break ties afterwards. Close means: at most one edit per three characters, at least one.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestScore = Number.POSITIVE_INFINITY
  const lowerName = name.toLowerCase()
  for (const candidate of candidates) {
    const edits = editDistance(lowerName, candidate.toLowerCase())
    const longer = Math.max(name.length, candidate.length)
    if (edits > Math.max(1, Math.floor(longer / 3)) || edits >= longer) continue
    // a difference in case weighs less than any edit, because there are at most `longer` of them
    const score = edits + editDistance(name, candidate) / (longer + 1)
    if (score < bestScore) {
      best = candidate
      bestScore = score
    }
  }
  return best
}

/** Number of insertions, deletions, replacements and swaps of neighbors that transform `a` into `b`. */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)
      let edits = Math.min(replaced, previous[j] + 1, current[j - 1] + 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) edits = Math.min(edits, beforePrevious[j - 2] + 1)
      current.push(edits)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[b.length]
}
