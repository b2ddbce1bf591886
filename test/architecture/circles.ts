/** Finds files that import each other in a circle, types included. */
import type { SourceFile } from './imports.ts'

/** Each circle as the paths of its files, sorted: the strongly connected components of the imports (Tarjan, 1972). */
export function circles(files: readonly SourceFile[]): readonly (readonly string[])[] {
  const importsOf = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.flatMap(({ from }) => (from.kind === 'project' ? [from.path] : [])),
    ]),
  )
  const found: (readonly string[])[] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []

  function visit(path: string): number {
    const number = order.size
    order.set(path, number)
    lowest.set(path, number)
    open.push(path)
    for (const imported of importsOf.get(path) ?? []) {
      if (!importsOf.has(imported)) continue
      const reached = order.has(imported)
        ? open.includes(imported)
          ? (order.get(imported) ?? number)
          : number
        : visit(imported)
      lowest.set(path, Math.min(lowest.get(path) ?? number, reached))
    }
    if (lowest.get(path) === number) {
      const circle = open.splice(open.indexOf(path))
      const isCircle = circle.length > 1 || (importsOf.get(path) ?? []).includes(path)
      if (isCircle) found.push(circle.toSorted())
    }
    return lowest.get(path) ?? number
  }

  for (const path of importsOf.keys()) if (!order.has(path)) visit(path)
  return found
}
