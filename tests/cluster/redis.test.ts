/** Studies on a pool of machines, against a real Redis and workers that are processes; skipped where there is no Redis. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveStudies, Trust } from '../../src/cluster/index.ts'
import { Workplace } from '../cli/support/run.ts'
import { campaignSeeds, RUNS_ALL } from '../support/campaign-seeds.ts'
import { findRedis } from '../support/find-redis.ts'
import { createRandom } from '../support/random.ts'
import { endPrograms, Program, RedisServer } from './support/machines.ts'

const MODEL = `import { Model, Par, Var, equations } from 'vario'
export const Charge = Model({
  R: Par(1, 'kOhm', { min: 0 }), C: Par(1, 'mF'), V: Par(10, 'V'), v: Var({ init: 0, unit: 'V' }),
  equations: equations\`R*C*der(v) = V - v; assert(R < 1100, "too large")\`,
})
`
/** A study, of which some runs fail. */
const study = (
  measure: string,
): string => `import { crossingTime, finalValue, normal, Study, truncated } from 'vario/studies'
import { Charge } from './parts/charge.ts'
export default Study({
  model: Charge,
  vary: { R: normal(1, 0.08, 'kOhm'), C: truncated(normal(1000, 50, 'uF'), 500, Infinity) },
  runs: 150,
  simulate: { stopTime: 2 },
  measure: { last: finalValue('v'), half: crossingTime('v', 5)${measure} },
})
`
const KEY = 'a key of more than 16 letters'
const program = findRedis()

describe.skipIf(program === undefined)('a pool of machines', () => {
  const place = new Workplace()
  const server = new RedisServer(program!)
  let workers: Program[] = []
  const startWorker = (url = server.url, ...more: string[]): Program =>
    new Program(
      ['worker', '--redis', url, '--threads', '1', '--lock', '1', '--trust', 'team.key', ...more],
      place.folder,
    )
  const runStudy = (words: string) => place.run(`study ${words} --quiet --redis ${server.url}`)
  const read = (name: string): Buffer => readFileSync(place.path(name))
  const expectSame = (name: string, other: string): void =>
    expect(read(name).equals(read(other)), name).toBe(true)

  beforeAll(async () => {
    execFileSync('mkdir', [place.path('parts')])
    place.write('parts/charge.ts', MODEL)
    place.write('data.ts', study(''))
    place.write('code.ts', study(', odd: (result) => result.values("v").length'))
    place.write('team.key', KEY)
    place.write('other.key', `${KEY}.`)
    await server.start()
    workers = [startWorker(), startWorker(), startWorker()]
    await Promise.all(workers.map((worker) => worker.says('worker ')))
  })
  afterAll(async () => {
    await endPrograms()
    await server.close()
  })

  test('gives the bytes of one core and of seven parts', async () => {
    const parts = [1, 2, 3, 4, 5, 6, 7]
    const runs = [
      await place.run('study data.ts --quiet --threads 1 --output data1.parquet'),
      await runStudy('data.ts --output data3.parquet'),
      await place.run('study code.ts --quiet --threads 1 --output code1.parquet'),
      await runStudy('code.ts --key team.key --output code3.parquet'),
    ]
    for (const part of parts)
      runs.push(
        await place.run(`study code.ts --quiet --threads 1 --directory part-${part} --shard ${part}/7`),
      )
    runs.push(
      await place.run(
        `study merge ${parts.map((part) => `part-${part}`).join(' ')} --quiet --output code7.parquet`,
      ),
    )
    expect(runs.map(({ code, err }) => [code, err])).toEqual(runs.map(() => [0, '']))
    expectSame('data3.parquet', 'data1.parquet')
    expectSame('code3.parquet', 'code1.parquet')
    expectSame('code7.parquet', 'code1.parquet')
  })

  test('has one program for a study, shows its progress, and is canceled and continued', async () => {
    const words = ['study', 'data.ts', '--runs', '30000', '--directory', 'long', '--redis', server.url]
    const first = new Program(words, place.folder)
    const status = () => place.run(`study status long --redis ${server.url}`)
    let shown = await status()
    while ((shown.out.match(/data: working/g) ?? []).length < 3 || !/ [1-9]\d* +30000/.test(shown.out)) {
      await sleep(50)
      shown = await status()
    }
    expect(shown.out).toContain('3 threads')
    expect(`${shown.out}${first.output}`).not.toContain('secret')
    const second = await place.run(`study data.ts --runs 30000 --quiet --redis ${server.url}`)
    expect(second.code).toBe(1)
    expect(second.err).toContain('expected a study that no other program makes, got one of')
    expect((await place.run(`study cancel long --redis ${server.url}`)).out).toContain('data: canceled')
    expect(await first.ended).toBe(130)
    expect((await place.run(`study status --redis ${server.url}`)).out).toContain('no studies')
    // the canceled study, made as a shorter one by Ctrl-C and by its directory
    const third = new Program(['study', 'resume', 'long', '--redis', server.url], place.folder)
    await sleep(1500)
    await third.end('SIGINT')
    expect(await third.ended).toBe(130)
  })

  test('refuses code that it does not trust, and other versions', async () => {
    const refused = 'all refuse it'
    const [unsigned, other] = await Promise.all([
      runStudy('code.ts --runs 301'),
      runStudy('code.ts --runs 302 --key other.key'),
    ])
    for (const { code, err } of [unsigned, other]) {
      expect(code).toBe(1)
      expect(err).toContain(refused)
    }
    expect(unsigned.err).toContain(
      'the study contains code and has no signature, and code.ts is not in a trusted folder',
    )
    expect(other.err).toContain('has a signature of another key')
    expect((await runStudy('code.ts --key missing.key')).err).toContain('--key: expected a file with a key')
    // workers of another version, alone
    await Promise.all(workers.map((worker) => worker.end('SIGTERM')))
    const signal = { aborted: false }
    const options = { url: server.url, threads: 1, trust: new Trust([]), lock: 1, signal, version: '9.9.9' }
    const startPool = () => {
      throw new Error('refused')
    }
    const old = serveStudies({ ...options, startPool, onNotice: () => {} })
    const { code, err } = await runStudy('data.ts --runs 303')
    expect(code).toBe(1)
    expect(err).toMatch(/refuses the study: it needs version .* of Vario, and the worker has 9\.9\.9/)
    signal.aborted = true
    await old
    // a folder with the files is trusted as well
    const folder = new Program(
      ['worker', '--redis', server.url, '--threads', '1', '--lock', '1', '--trust', '.'],
      place.folder,
    )
    expect((await runStudy('code.ts --output folder.parquet')).code).toBe(0)
    expectSame('folder.parquet', 'code1.parquet')
    await folder.end('SIGTERM')
    expect(await folder.ended).toBe(0)
  })

  test.each(campaignSeeds(4, 1))(
    'makes every run once, whatever happens to workers, Redis and the network, seed %i',
    async (seed) => {
      const runs = RUNS_ALL ? 60_000 : 2000
      expect(
        (await place.run(`study data.ts --runs ${runs} --quiet --threads 1 --output alone.parquet`)).code,
      ).toBe(0)
      if (server.slowUrl.endsWith(':0')) await server.startProxy(20)
      const random = createRandom(seed)
      await endPrograms()
      const start = (k: number): Program => startWorker(k === 0 ? server.slowUrl : server.url)
      workers = [0, 1, 2].map(start)
      const words = [
        'study',
        'data.ts',
        '--runs',
        String(runs),
        '--directory',
        `faults${seed}`,
        '--redis',
        server.slowUrl,
      ]
      let driver = new Program(words, place.folder)
      let hasEnded = false
      const watch = (program: Program): void =>
        void program.ended.then((code) => {
          if (program !== driver) return
          // a fault at its start: it is started again, as a user would do
          if (code === 1 && program.output.includes('no connection')) restart()
          else hasEnded = true
        })
      const restart = (): void => {
        driver = new Program(words, place.folder)
        watch(driver)
      }
      watch(driver)
      const faults: Record<string, () => Promise<void>> = {
        async killWorker() {
          const k = Math.floor(random() * 3)
          await workers[k].end()
          workers[k] = start(k)
          // a worker that starts without Redis ends with an error
          await workers[k].says('worker ')
        },
        async killRedis() {
          await server.stop(random() < 0.5 ? 'SIGKILL' : 'SIGTERM')
          await sleep(500)
          await server.start()
        },
        // its lock expires: the chunk is delivered to another worker as well
        async pauseWorker() {
          const worker = workers[Math.floor(random() * 3)]
          worker.kill('SIGSTOP')
          await sleep(2500)
          worker.kill('SIGCONT')
        },
        async cutNetwork() {
          server.cutNetwork()
        },
        async killStudy() {
          const killed = driver
          restart()
          await killed.end()
        },
      }
      const counts: Record<string, number> = {}
      const short = ['killWorker', 'killRedis', 'cutNetwork']
      await sleep(1500)
      for (let k = 0; !hasEnded && (RUNS_ALL || k < short.length); k++) {
        const names = Object.keys(faults)
        const name = RUNS_ALL ? names[Math.floor(random() * names.length)] : short[k]
        counts[name] = (counts[name] ?? 0) + 1
        await faults[name]()
        await sleep(RUNS_ALL ? 3000 * random() : 200)
      }
      while (!hasEnded) await sleep(50)
      expect(await driver.ended, driver.output).toBe(0)
      if (RUNS_ALL) console.log(`faults: ${JSON.stringify(counts)}`)
      expectSame(`faults${seed}/runs.parquet`, 'alone.parquet')
      await Promise.all(workers.map((worker) => worker.end('SIGTERM')))
      expect(
        await Promise.all(workers.map(({ ended }) => ended)),
        workers.map(({ output }) => output).join('\n'),
      ).toEqual([0, 0, 0])
    },
    600_000,
  )

  test.each([
    ['redis://127.0.0.1:PORT', 'user or password are refused'],
    ['redis://:wrong@127.0.0.1:PORT', 'user or password are refused'],
    ['redis://:hidden@127.0.0.1:1', 'redis://127.0.0.1:1: no connection: ECONNREFUSED'],
    ['http://u:hidden@x', "got one that begins with 'http:'"],
    ['hidden', 'got a text that is not a URL'],
  ])('%s is refused, and does not show its password', async (url, message) => {
    for (const command of ['study data.ts', 'worker']) {
      const { code, err, out } = await place.run(
        `${command} --redis ${url.replace('PORT', String(server.port))}`,
      )
      expect(code).toBe(1)
      expect(err).toContain(message)
      expect(err + out).not.toMatch(/wrong|hidden/)
    }
  })
})
