/** Data that describes a run: `model`, `experiment`, `statistics` and further data of the author of a table. */
export type Attribute = number | string | boolean | null | readonly Attribute[] | Attributes
/** Attributes by name. */
export interface Attributes {
  readonly [key: string]: Attribute
}

/** Attributes from the author of a table: a function is called at the first access to its attribute. */
export interface NewAttributes {
  readonly [key: string]: Attribute | (() => Attribute)
}

/** Attributes, some of which are computed at their first access. */
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
