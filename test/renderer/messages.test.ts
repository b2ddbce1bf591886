import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { expect, it } from 'vitest'
import { messageFiles, pathsIn } from './message-files.ts'

const RENDERER = join(import.meta.dirname, '../../renderer')
const FIRST = 'main.tsx'
const PARTS = /^locales\/(?!messages|compare-names|files|say)[\w-]+\.ts$/

const files = messageFiles()
const allIds = files.flatMap(({ messages }) => Object.keys(messages))
const sources = new Map(
  pathsIn('', /\.tsx?$/).map((path) => [path, readFileSync(join(RENDERER, path), 'utf8')]),
)
const idsOf = new Map([...sources].map(([path, source]) => [path, idsIn(source)]))

it('says every message of the locale files, and has each of them once', () => {
  const said = new Set([...idsOf.values()].flat())
  expect(allIds.filter((id) => !said.has(id))).toEqual([])
  expect(allIds.filter((id, index) => allIds.indexOf(id) !== index)).toEqual([])
})

it('loads the messages of every part of the page with the part', () => {
  const first = loadedWith(FIRST)
  const missing = [FIRST, ...loadedLater()].flatMap((root) => {
    const loaded = new Set([...first, ...loadedWith(root)])
    const known = new Set(
      files.filter(({ path }) => isLoaded(path, loaded)).flatMap(({ messages }) => Object.keys(messages)),
    )
    const said = [...loadedWith(root)].flatMap((path) => idsOf.get(path) ?? [])
    return [...new Set(said)].filter((id) => !known.has(id)).map((id) => `${root}: ${id}`)
  })
  expect(missing).toEqual([])
})

it('has no sentence outside of the messages', () => {
  // What a developer reads is thrown.
  const sentence =
    /(?<!Error\()(['"`])[A-Z]((?!\1).)* ((?!\1).)*[.!?]\1|\bmessage:\s*(['"`])((?!\4).)* ((?!\4).)*\4/g
  const found = [...sources].flatMap(([path, source]) =>
    [...source.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(sentence)].map(([text]) => `${path}: ${text}`),
  )
  expect(found).toEqual([])
})

it('waits for the messages of every part that is loaded later', () => {
  const early = [...sources].flatMap(([path, source]) =>
    [...source.matchAll(/((?:withMessages|lazyPart)\(\s*\(\) => )?\bimport\(\s*'(\.[^']+)'/g)]
      .filter(([, waits, name = '']) => waits === undefined && saysMore(posix.join(dirname(path), name)))
      .map(([, , name]) => `${path}: ${name}`),
  )
  expect(early).toEqual([])
})

/** Whether a script brings messages along. */
function saysMore(root: string): boolean {
  const first = loadedWith(FIRST)
  return [...loadedWith(root)].some((path) => !first.has(path) && PARTS.test(path))
}

function idsIn(source: string): readonly string[] {
  const quoted = new Set([...source.matchAll(/'([\w.-]+)'/g)].map(([, text]) => text))
  const templates = [...source.matchAll(/`([\w.]+\.)\$\{[^}]+\}(\.\w+)?`/g)]
  return allIds.filter(
    (id) =>
      quoted.has(id) ||
      templates.some(([, start = '', end = '']) => id.startsWith(start) && id.endsWith(end)),
  )
}

/** The messages of the first view come before it; others with the script of their name, `locales/queue.ts`. */
function isLoaded(path: string, loaded: ReadonlySet<string>): boolean {
  return path === 'locales/en/first.json' || loaded.has(path.replace('/en/', '/').replace('.json', '.ts'))
}

/** What one script and all it imports at once consist of, as paths in renderer/. */
function loadedWith(root: string): ReadonlySet<string> {
  const loaded = new Set([root])
  for (const path of loaded) {
    const imports = (sources.get(path) ?? '').matchAll(
      /^(?:import|export)\s(?!type\b)(?:[^'";]*\sfrom\s)?'([^']+)'/gm,
    )
    for (const [, name = ''] of imports) loaded.add(posix.join(dirname(path), name))
  }
  return loaded
}

/** The scripts that others import when they need them. */
function loadedLater(): readonly string[] {
  return [...sources].flatMap(([path, source]) =>
    [...source.matchAll(/\bimport\(\s*'(\.[^']+)'/g)].map(([, name = '']) => posix.join(dirname(path), name)),
  )
}
