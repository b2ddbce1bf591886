/**
 * The program's own source as syntax trees, for checks that hold of every file.
 *
 * Reads what ships: `electron/` without its scripts, and `renderer/`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseSync } from 'vite'

const ROOT = join(import.meta.dirname, '../..')

export interface Source {
  /** From the top of the repository, with `/`. */
  readonly path: string
  readonly text: string
  /** Parsed when it is first asked for. Throws where it cannot be parsed. */
  readonly program: unknown
}

/** A node of the tree (ESTree with TypeScript). */
export type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number }

/** Read once for all checks. */
let sources: readonly Source[] | null = null

/** Every source file that ships. */
export function readSources(): readonly Source[] {
  sources ??= shippedPaths().map((path) => parseSource(path, readFileSync(join(ROOT, path), 'utf8')))
  return sources
}

function shippedPaths(): readonly string[] {
  return ['electron', 'renderer']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter(
      (entry) => entry.isFile() && /\.(?:ts|tsx|mjs)$/u.test(entry.name) && !entry.name.endsWith('.d.ts'),
    )
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.startsWith('electron/scripts/'))
}

export function parseSource(path: string, text: string): Source {
  let program: unknown = null
  return {
    path,
    text,
    get program() {
      program ??= parse(path, text)
      return program
    },
  }
}

function parse(path: string, text: string): unknown {
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  return program
}

/** Where `wanted` holds, as `path: the line`. */
export function findNodes(
  sources: readonly Source[],
  wanted: (node: Node, source: Source) => boolean,
): string[] {
  const found: string[] = []
  for (const source of sources) {
    visit(source.program, (node) => {
      if (wanted(node, source)) found.push(`${source.path}: ${lineAt(source.text, node.start)}`)
    })
  }
  return found
}

/** Calls `look` with every node below `value`, itself included. */
export function visit(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, look)
  if (!isNode(value)) return
  look(value)
  for (const child of Object.values(value)) visit(child, look)
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** The name of an identifier or the text of a literal; empty for any other node. */
export function wordOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return String(node['name'])
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : ''
  if (node.type !== 'TemplateElement') return ''
  const { value } = node as { value?: { cooked?: string | null } }
  return value?.cooked ?? ''
}

/** The local name under which `name` of `module` is imported, or null. A namespace import is `*`. */
export function importsOf(source: Source, module: string): readonly string[] {
  const names: string[] = []
  visit(source.program, (node) => {
    if (node.type === 'ImportDeclaration' && wordOf(node['source']) === module) {
      if (node['importKind'] === 'type') return
      for (const specifier of node['specifiers'] as readonly Node[]) {
        if (specifier['importKind'] === 'type') continue
        names.push(specifier.type === 'ImportSpecifier' ? wordOf(specifier['imported']) : '*')
      }
    }
    const loads = node.type === 'ImportExpression' ? node['source'] : requiredBy(node)
    const reexports = /^Export(?:Named|All)Declaration$/u.test(node.type) ? node['source'] : null
    if (wordOf(loads) === module || wordOf(reexports) === module) names.push('*')
  })
  return names
}

function requiredBy(node: Node): unknown {
  if (node.type !== 'CallExpression' || wordOf(node['callee']) !== 'require') return null
  return (node['arguments'] as readonly unknown[])[0]
}

function lineAt(text: string, start: number): string {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const end = text.indexOf('\n', start)
  return text.slice(from, end === -1 ? undefined : end).trim()
}
