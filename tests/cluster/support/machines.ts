/** A pool of machines for tests: a Redis with a password and persistence, a slow network, and workers as processes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../../support/project.ts'

const PASSWORD = 'not:a+secret'

/** A server on a free port. */
export class RedisServer {
  private readonly folder = mkdtempSync(join(tmpdir(), 'vario-redis-'))
  private process: ChildProcess | undefined
  private proxy: Server | undefined
  private readonly sockets = new Set<Socket>()
  port = 0
  private proxyPort = 0

  constructor(private readonly program: string) {}

  get url(): string {
    return addressOf(this.port)
  }

  /** The address over a network with delays. */
  get slowUrl(): string {
    return addressOf(this.proxyPort)
  }

  async start(): Promise<void> {
    if (this.port === 0) this.port = await findPort()
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--requirepass', PASSWORD]
    const files = ['--dir', this.folder, '--appendonly', 'yes', '--appendfsync', 'always', '--save', '']
    const child = spawn(this.program, [...options, ...files], { stdio: ['ignore', 'pipe', 'ignore'] })
    this.process = child
    let output = ''
    await new Promise<void>((resolve, reject) => {
      child.stdout!.on('data', (text: Buffer) => {
        output += text.toString()
        if (output.includes('Ready to accept connections')) resolve()
      })
      child.on('exit', () => reject(new Error(output)))
    })
  }

  /** @param signal SIGKILL: it does not come to close its files */
  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await endProcess(this.process, signal)
    this.process = undefined
  }

  /** Starts a network with a delay in each direction [ms]. */
  async startProxy(delay: number): Promise<void> {
    this.proxy = createServer((socket) => {
      const other = connect(this.port, '127.0.0.1')
      for (const [from, to] of [
        [socket, other],
        [other, socket],
      ]) {
        this.sockets.add(from)
        from.on('data', (data) => void sleep(delay).then(() => to.writable && to.write(data)))
        from.on('error', () => {})
        from.on('close', () => to.destroy())
      }
    })
    const { proxy } = this
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    this.proxyPort = (proxy.address() as { port: number }).port
  }

  /** Interrupts all connections over the network. */
  cutNetwork(): void {
    for (const socket of this.sockets) socket.destroy()
    this.sockets.clear()
  }

  async close(): Promise<void> {
    this.cutNetwork()
    this.proxy?.close()
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Programs of a test file, also those of tests that failed. */
const started = new Set<Program>()

/** Kills all programs. */
export async function endPrograms(): Promise<void> {
  await Promise.all([...started].map((program) => program.end()))
}

/** The built program as a process. */
export class Program {
  output = ''
  readonly ended: Promise<number | null>
  private readonly child: ChildProcess

  constructor(words: readonly string[], cwd: string) {
    const stdio = ['ignore', 'pipe', 'pipe'] as const
    this.child = spawn(process.execPath, [join(ROOT, 'dist/cli/main.js'), ...words], {
      cwd,
      stdio: [...stdio],
    })
    for (const stream of [this.child.stdout!, this.child.stderr!])
      stream.on('data', (text: Buffer) => {
        this.output += text.toString()
      })
    started.add(this)
    this.ended = new Promise((resolve) => this.child.on('close', resolve))
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal)
  }

  /** Waits until the output contains a text. */
  async says(text: string, seconds = 50): Promise<void> {
    const end = performance.now() + seconds * 1000
    while (!this.output.includes(text)) {
      if (performance.now() > end || this.child.exitCode !== null)
        throw new Error(`expected '${text}', got: ${this.output}`)
      await sleep(20)
    }
  }

  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await endProcess(this.child, signal)
  }
}

function addressOf(port: number): string {
  return `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`
}

async function endProcess(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill(signal)
  // one that was stopped
  if (signal !== 'SIGKILL') child.kill('SIGCONT')
  await ended
}

async function findPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
