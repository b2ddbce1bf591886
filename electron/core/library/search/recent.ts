/** Remembers the last few of what is costly to work out. */

export interface Recent<Value> {
  /** What is remembered under the name, else what `make` makes. */
  get(name: string, make: () => Value): Value
  clear(): void
}

/** Remembers `most` values, those that were asked for last. */
export function createRecent<Value>(most: number): Recent<Value> {
  const values = new Map<string, { readonly value: Value }>()
  return {
    get: (name, make) => {
      const known = values.get(name) ?? { value: make() }
      values.delete(name)
      values.set(name, known)
      const [oldest] = values.keys()
      if (values.size > most && oldest !== undefined) values.delete(oldest)
      return known.value
    },
    clear: () => values.clear(),
  }
}
