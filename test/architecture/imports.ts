/**
 * Reads what a source file imports, in every form the language has, with Vite's parser.
 */
import { posix } from 'node:path'
import { parseSync } from 'vite'
import { isNode, visit, type Node } from '../security/sources.ts'

export interface Import {
  readonly from: ImportedFrom
  /** Whether nothing of it is left when the types are stripped. */
  readonly typeOnly: boolean
}

type ImportedFrom =
  | { readonly kind: 'node'; readonly name: string }
  | { readonly kind: 'package'; readonly name: string }
  /** A file of this repository, by its path from the top. */
  | { readonly kind: 'project'; readonly path: string }

export interface SourceFile {
  readonly path: string
  readonly imports: readonly Import[]
}

/** The imports of `source`, which lies at `path` from the top of the repository. Throws when it cannot be parsed. */
export function readImports(path: string, source: string): SourceFile {
  const { program, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const imports: Import[] = []
  visit(program, (node) => {
    const found = importIn(node)
    if (found) imports.push({ from: resolve(path, found.specifier), typeOnly: found.typeOnly })
  })
  return { path, imports }
}

function importIn(node: Node): { specifier: string; typeOnly: boolean } | null {
  const specifier = literal(node['source']) ?? literal(node['argument'])
  switch (node['type']) {
    case 'ImportDeclaration':
      return specifier === null ? null : { specifier, typeOnly: isTypeOnly(node, 'importKind') }
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return specifier === null ? null : { specifier, typeOnly: isTypeOnly(node, 'exportKind') }
    case 'ImportExpression':
      return specifier === null ? null : { specifier, typeOnly: false }
    case 'TSImportType':
      return specifier === null ? null : { specifier, typeOnly: true }
    case 'CallExpression':
      return requireIn(node)
    default:
      return null
  }
}

/** `import type …`, and `import { type A, type B } …`, which `verbatimModuleSyntax` keeps as an empty import, is not. */
function isTypeOnly(node: Node, kind: 'importKind' | 'exportKind'): boolean {
  return node[kind] === 'type'
}

function requireIn(node: Node): { specifier: string; typeOnly: boolean } | null {
  const { callee, arguments: args } = node
  if (!isNode(callee) || callee['name'] !== 'require' || !Array.isArray(args)) return null
  const specifier = literal(args[0])
  return specifier === null ? null : { specifier, typeOnly: false }
}

function literal(node: unknown): string | null {
  return isNode(node) && typeof node['value'] === 'string' ? node['value'] : null
}

/** As package.json's `imports` has it: `#renderer/…` and `#test/…` at the top, every other `#…` in `electron/`. */
function resolve(path: string, specifier: string): ImportedFrom {
  if (specifier.startsWith('node:')) return { kind: 'node', name: specifier }
  if (specifier.startsWith('.')) {
    return { kind: 'project', path: posix.join(posix.dirname(path), specifier) }
  }
  if (specifier.startsWith('#')) {
    const target = specifier.slice(1)
    return { kind: 'project', path: /^(renderer|test)\//u.test(target) ? target : `electron/${target}` }
  }
  const [scope = '', name = ''] = specifier.split('/')
  return { kind: 'package', name: scope.startsWith('@') ? `${scope}/${name}` : scope }
}

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
