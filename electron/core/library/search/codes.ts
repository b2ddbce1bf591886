/** Numbers for names that many assets share, such as models and tags, in the order they were first met. */

export interface Codes {
  /** The names by number. */
  readonly names: readonly string[]
  /** The number of a name: that which it has, or the next. */
  of(name: string): number
  /** The number of a name, or -1 where no asset ever had it. */
  find(name: string): number
}

export function createCodes(kept: readonly string[]): Codes {
  const names = [...kept]
  const numbers = new Map(names.map((name, number) => [name, number]))
  return {
    names,
    find: (name) => numbers.get(name) ?? -1,
    of: (name) => {
      const known = numbers.get(name)
      if (known !== undefined) return known
      numbers.set(name, names.length)
      return names.push(name) - 1
    },
  }
}
