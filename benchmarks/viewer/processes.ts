/** Processor time of a browser by kind of process. Linux only: elsewhere all times are NaN. */
import { readdirSync, readFileSync } from 'node:fs'

/** Ticks per second of `/proc/<pid>/stat`. */
const TICKS = 100

/** [s] */
export interface ProcessorTime {
  /** Scripts, layout and WebGL calls of pages. */
  readonly page: number
  /** Drawing of pictures; without a graphics card, by software. */
  readonly graphics: number
}

/** Processor time so far of the browser with this process, and of all its child processes. */
export function readProcessorTime(browser: number): ProcessorTime {
  const sums = { page: 0, graphics: 0 }
  try {
    for (const pid of listDescendants(browser)) {
      const kind = /--type=([\w-]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[1]
      const name = kind === 'renderer' ? 'page' : kind === 'gpu-process' ? 'graphics' : null
      if (name !== null) sums[name] += readTicks(pid) / TICKS
    }
    return sums
  } catch {
    return { page: Number.NaN, graphics: Number.NaN }
  }
}

/** Fields after the name in parentheses, which may contain blanks. */
function readStat(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function readTicks(pid: number): number {
  const fields = readStat(pid)
  return Number(fields[11]) + Number(fields[12])
}

function listDescendants(root: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = findParent(Number(name))
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const found: number[] = []
  for (let waiting = [root]; waiting.length > 0; ) {
    const pid = waiting.pop()!
    found.push(pid)
    waiting = [...waiting, ...(children.get(pid) ?? [])]
  }
  return found
}

/** 0 if the process has ended meanwhile. */
function findParent(pid: number): number {
  try {
    return Number(readStat(pid)[1])
  } catch {
    return 0
  }
}
