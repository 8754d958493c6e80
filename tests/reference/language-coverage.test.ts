/** Checks that every case of the language reference is tested, or listed here with a reason. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  'measurement-linear': 'number type with uncertainties of the host language',
  'ptp-path': 'path planning belongs to vario/multibody',
}

/** Parts of cases that do not apply here. */
const PARTLY: Readonly<Record<string, string>> = {
  'linear-loop-mc': 'without Monte-Carlo number types',
  'array-ode-static': 'arrays have no fixed sizes: the same as array-ode',
  'first-order-extra-keywords': 'options of the user are parameters of the model',
  'bouncing-ball-unsupported': 'works here: bouncing-ball',
  'err-nonlinear-constraint': 'works here',
}

const CASES = `
  first-order first-order-merge-at-simulate first-order-trajectory first-order-parameter-decl
  first-order-extra-keywords unknown-simulate-option input-constant-start no-states-sine
  variable-merge-algebra variables-decay variables-decay-merge pendulum-trajectory
  simple-filter low-high-pass filter-circuit filter-circuit-R5
  filter-circuit-no-ground filter-circuit-merge-access filter-circuit-float32 filter-circuit-dae
  singular-LRRL rectifier-half-wave rectifier-bridge-default linear-loop-mc
  two-inertias-gear two-inertias-gear-dae two-inertias-gear-bdf two-inertias-gear-linearize
  two-inertias-too-many-inits tutorial-gear-state-selection tutorial-gear-removed-inits drive-init-consistent
  drive-init-inconsistent motor-control-flat servo-system states-first-order
  states-two-coupled-inertias states-linear-eq-1 states-linear-eq-2 states-free-flying-mass
  multi-return-residual multi-return-tuple multi-return-implicit-1 multi-return-nested
  build-function-resize array-ode array-ode-static state-space-param-expr
  state-space-matrix-merge state-space-param-decl-skipped hidden-linear-system-1 hidden-linear-system-2
  heat-simple-rod heat-insulated-rod heat-insulated-rod2 state-event-positive
  sampled-PI-control boolean-pulse-after boolean-pulse-clock bouncing-ball-unsupported
  after-with-hours units measurement-linear unit-strings
  ptp-path linear-equations-kernel segmented-signals err-missing-equation
  err-too-many-equations err-connect-path err-connect-incompatible err-fixed-length
  err-missing-discrete-start err-operator-arity err-singular-scalar-system err-tolerance
  err-nonlinear-constraint mb-matching mb-blt-tarjan mb-pantelides-pendulum
  mb-tearing st-signal-table st-types st-json
`
  .trim()
  .split(/\s+/)

function readTests(folder: string): string {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts') && !entry.name.includes('coverage'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
}

it('every case is tested, or not applicable for a stated reason', () => {
  const text = readTests(join(import.meta.dirname, '..'))
  const isTested = (id: string): boolean =>
    new RegExp(`(?<![\\w-])${id}(?![\\w-])`).test(text) || id in PARTLY
  expect(CASES).toHaveLength(84)
  expect(CASES.filter((id) => !isTested(id) && !(id in NOT_APPLICABLE))).toEqual([])
  expect(Object.keys(NOT_APPLICABLE).filter((id) => !CASES.includes(id))).toEqual([])
})

it('every reference case runs with generated and with interpreted code', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.ts'))
  const texts = files.map((file) => [file, readFileSync(join(import.meta.dirname, file), 'utf8')] as const)
  const simulating = texts.filter(
    ([file, text]) => /\bsimulate\b[^;]*from 'vario'/.test(text) && file.startsWith('language'),
  )
  expect(simulating.length).toBeGreaterThan(5)
  for (const [file, text] of simulating) expect(text, file).toContain('checkInterpreter()')
})
