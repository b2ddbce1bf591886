/** Remembers the last few of what is costly to work out, and hands the arrays of what it forgets on to what comes next. */

export interface Recent<Value> {
  /** What is remembered under the name, else what `make` makes; it may use up what is forgotten for it. */
  get(name: string, make: (forgotten: Value | undefined) => Value): Value
  /** Forgets everything, but for one whose arrays can still be used. */
  clear(): void
}

/** Remembers `most` values, those that were asked for last. */
export function createRecent<Value>(most: number): Recent<Value> {
  const values = new Map<string, { readonly value: Value }>()
  const forgotten: Value[] = []
  return {
    get: (name, make) => {
      const known = values.get(name)
      if (known) {
        values.delete(name)
        values.set(name, known)
        return known.value
      }
      const [oldest] = values
      if (oldest && values.size >= most) {
        values.delete(oldest[0])
        forgotten.push(oldest[1].value)
      }
      const value = make(forgotten.pop())
      values.set(name, { value })
      return value
    },
    clear: () => {
      for (const { value } of values.values()) forgotten.push(value)
      values.clear()
    },
  }
}
