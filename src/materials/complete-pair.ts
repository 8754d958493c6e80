/** Completes the input of a pair of materials. */
import { assertKnownKeys, assertNonNegative, assertOneOf, assertPositive, InputError } from '../base/index.ts'
import {
  type ContactPair,
  type ContactPairs,
  DAMPER_LAWS,
  type ElasticPair,
  RESPONSE_NAMES,
  SMALL_SLIDING_VELOCITY,
  SMALL_VELOCITY,
} from './contact-pair-table.ts'

const COEFFICIENTS = [
  'coefficientOfRestitution',
  'slidingFrictionCoefficient',
  'rotationalResistanceCoefficient',
] as const

/** All properties that elastic pairs average. */
const ELASTIC_VALUES = [...COEFFICIENTS, 'vsmall', 'vsmallFriction', 'wsmall'] as const

/** Optional properties. */
const OPTIONAL_VALUES = ['detectionDistance', 'impactThreshold', 'springStiffness'] as const

/** A response by name, or a law of the user. */
export type Response = ContactPair<object>['response']

/**
 * Completes and checks the input of a pair.
 *
 * @param response default response of a pair
 */
export function createPair(
  path: string,
  data: ContactPairs<object>[string],
  response: Response,
): ContactPair<object> {
  const own = data.response ?? response
  assertResponse(`${path}.response`, own)
  if (data.response === 'observer') {
    assertKnownKeys(path, data, ['response'], 'only the names')
    return Object.freeze({ response: 'observer' })
  }
  assertKnownKeys(
    path,
    data,
    ['response', ...ELASTIC_VALUES, ...OPTIONAL_VALUES, 'damperLaw'],
    'only the names',
  )
  const pair = {
    vsmall: SMALL_VELOCITY,
    vsmallFriction: data.vsmall ?? SMALL_SLIDING_VELOCITY,
    wsmall: SMALL_VELOCITY,
    ...data,
  }
  for (const name of COEFFICIENTS) assertNonNegative(`${path}.${name}`, pair[name])
  if (pair.coefficientOfRestitution > 1)
    throw new InputError(
      `${path}.coefficientOfRestitution`,
      'a number between 0 and 1',
      pair.coefficientOfRestitution,
    )
  assertPositive(`${path}.vsmall`, pair.vsmall)
  assertPositive(`${path}.vsmallFriction`, pair.vsmallFriction)
  assertPositive(`${path}.wsmall`, pair.wsmall)
  if (pair.detectionDistance !== undefined)
    assertNonNegative(`${path}.detectionDistance`, pair.detectionDistance)
  if (pair.impactThreshold !== undefined) assertPositive(`${path}.impactThreshold`, pair.impactThreshold)
  if (pair.springStiffness !== undefined) assertPositive(`${path}.springStiffness`, pair.springStiffness)
  if (pair.damperLaw !== undefined) assertOneOf(`${path}.damperLaw`, pair.damperLaw, DAMPER_LAWS)
  return Object.freeze(own === 'observer' ? { response: own } : { ...pair, response: own })
}

/** Checks the name of a response, or that it is a law of the user. */
export function assertResponse(path: string, response: unknown): asserts response is Response {
  const isLaw =
    typeof response === 'object' && response !== null && 'kind' in response && response.kind === 'ContactLaw'
  if (!isLaw) assertOneOf(path, response, RESPONSE_NAMES)
}

/** The pair of two materials of which only the pairs with themselves are known: the mean of all values. */
export function averagePairs(a: ElasticPair<object>, b: ElasticPair<object>): ElasticPair<object> {
  const mean = (name: (typeof ELASTIC_VALUES)[number]): [string, number] => [name, (a[name] + b[name]) / 2]
  const optional = (name: (typeof OPTIONAL_VALUES)[number]): [string, number][] => {
    const given = [a[name], b[name]].filter((value) => value !== undefined)
    if (given.length === 0) return []
    // the shell of a material is half of the shell of its pair with itself
    const divisor = name === 'detectionDistance' ? 2 : given.length
    return [[name, given.reduce((sum, value) => sum + value, 0) / divisor]]
  }
  const damperLaw = a.damperLaw ?? b.damperLaw
  return Object.freeze({
    // both pairs have the elastic law
    response: a.response === b.response ? a.response : 'elastic',
    ...Object.fromEntries([...ELASTIC_VALUES.map(mean), ...OPTIONAL_VALUES.flatMap(optional)]),
    ...(damperLaw !== undefined && { damperLaw }),
  } as ElasticPair<object>)
}
