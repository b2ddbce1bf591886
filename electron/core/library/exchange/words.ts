/** Counts and lists in sentences. */

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

const MOST_NAMED = 3

/** The first few names, and that there are more. */
export function named(names: readonly string[]): string {
  const first = names.slice(0, MOST_NAMED).map((name) => name.slice(0, 80))
  return [...first, ...(names.length > MOST_NAMED ? ['…'] : [])].join(', ')
}
