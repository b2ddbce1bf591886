/**
 * What may lie at the top of the repository, and what may not be in any file of it.
 */

const TOP = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'electron-builder.yml',
  'README.md',
  'LICENSE',
  'electron',
  'renderer',
  'test',
  'assets',
]

/** The names at the top of `paths` that are neither in the design nor dotfiles. */
export function strangersAtTheTop(paths: readonly string[]): string[] {
  const names = new Set(paths.map((path) => path.split('/')[0] ?? ''))
  return [...names].filter((name) => !name.startsWith('.') && !TOP.includes(name)).toSorted()
}

/** Written so that this file does not hold what it looks for. Examples belong to someone. */
const TRACES: readonly RegExp[] = [
  /(?<![\w.~:-])\/(?:work|home|Users)\/(?!someone\b)[\w.-]+/u,
  /\/tmp\/[\w.-]*bash[_]jobs/u,
  /https?:\/\/[^\s"'`)]*registr[y]\b[^\s"'`)]*/u,
]

/** Each file with the first machine's path or package registry that it names. */
export function machineTraces(files: readonly { readonly path: string; readonly text: string }[]): string[] {
  return files.flatMap(({ path, text }) => {
    const found = TRACES.map((trace) => trace.exec(text)?.[0]).find((match) => match !== undefined)
    return found === undefined ? [] : [`${path}: ${found}`]
  })
}
