/**
 * Messages between a run and its clients. The result itself is a stream of frames, as in stream files; these messages
 * accompany it.
 */
import { assertOneOf, InputError } from '../base/index.ts'
import type { MergeTree } from '../model/index.ts'

export type LivePhase = 'running' | 'paused' | 'done' | 'failed'

/** Progress of a run. */
export interface LiveStatus {
  /** Number of the run, from 1: every restart begins a new run with its own stream. */
  readonly run: number
  readonly phase: LivePhase
  /** Completed fraction of the run (0 … 1), and time reached [s]. */
  readonly part: number
  readonly time: number
  /** Simulated seconds per second, at most; null: unlimited. */
  readonly speed: number | null
  /** Reason of a failure, or of a refused command. */
  readonly message?: string
}

/** Commands of a client. */
export type LiveCommand =
  | { readonly type: 'pause' | 'resume' }
  /** Begins again, with further modifications of the model. */
  | { readonly type: 'restart'; readonly merge?: MergeTree }
  /** Other parameters from here on. */
  | { readonly type: 'change'; readonly merge: MergeTree }
  | { readonly type: 'speed'; readonly speed: number | null }

const TYPES = ['pause', 'resume', 'restart', 'change', 'speed'] as const

/**
 * Checks a command received from outside.
 * @throws InputError
 */
export function parseCommand(source: unknown): LiveCommand {
  const command = readRecord('command', source)
  const { type, merge, speed } = command
  assertOneOf('command.type', type, TYPES)
  if (type === 'change' || merge !== undefined) readRecord('command.merge', merge)
  if (type === 'speed' && speed !== null && !(typeof speed === 'number' && speed > 0))
    throw new InputError('command.speed', 'a positive number, or null', speed)
  return command as unknown as LiveCommand
}

function readRecord(path: string, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InputError(path, 'an object', value)
  return value as Record<string, unknown>
}
