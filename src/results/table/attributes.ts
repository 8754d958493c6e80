/** Data that describes a run: `model`, `experiment`, `statistics` and what else the author of a table adds. */
export type Attribute = number | string | boolean | null | readonly Attribute[] | Attributes
/** Attributes by name. */
export interface Attributes {
  readonly [key: string]: Attribute
}

/** Attributes as the author of a table gives them: a function is called when its attribute is first asked for. */
export interface NewAttributes {
  readonly [key: string]: Attribute | (() => Attribute)
}

/** Attributes of which some are computed when they are first asked for. */
export function createAttributes(given: NewAttributes): Attributes {
  const attributes = {}
  for (const [key, value] of Object.entries(given)) {
    const get = typeof value === 'function' ? once(value) : () => value
    Object.defineProperty(attributes, key, { get, enumerable: true, configurable: true })
  }
  return attributes
}

function once(compute: () => Attribute): () => Attribute {
  let known: Attribute | undefined
  return () => (known ??= compute())
}
