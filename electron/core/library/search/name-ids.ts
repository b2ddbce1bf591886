/** Numbers names that many assets share, such as models and tags, in the order of their first use. */

export interface NameIds {
  /** The names by number. */
  readonly names: readonly string[]
  /** The number of a name: that which it has, or the next. */
  idOf(name: string): number
  /** The number of a name, or -1 where no asset ever had it. */
  find(name: string): number
}

export function createNameIds(saved: readonly string[]): NameIds {
  const names = [...saved]
  const numbers = new Map(names.map((name, number) => [name, number]))
  return {
    names,
    find: (name) => numbers.get(name) ?? -1,
    idOf: (name) => {
      const known = numbers.get(name)
      if (known !== undefined) return known
      numbers.set(name, names.length)
      return names.push(name) - 1
    },
  }
}
