/** The check that a language is whole: it is red for everything that it looks for, and an eighth language is a folder and a line. */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'
import { expect, test } from 'vitest'
import { build } from 'vite'
import { LANGUAGE_CODES } from '#contract/rules/languages.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { checkTexts, languageProblems } from '../../electron/scripts/build/check-languages.ts'
import { catalogues } from '../../electron/scripts/build/message-values.ts'
import { ROOT } from '../../electron/scripts/paths.ts'

const PLACES = ['electron/contract/messages', 'renderer/locales']

slow('every language that is offered is whole', () => {
  expect(languageProblems()).toEqual([])
})

test.each<[what: string, english: string, translated: string | undefined, problem: RegExp]>([
  ['a missing message', 'Open image', undefined, /^one: missing$/],
  ['another value', 'Open {name}', '{file} öffnen', /^one: other values, file instead of name$/],
  ['a value that is left out', 'Open {name}', 'Öffnen', /^one: other values, none instead of name$/],
  [
    'another choice',
    '{a, select, x {one} other {two}}',
    '{a, select, y {eins} other {zwei}}',
    /other values/,
  ],
  [
    'a missing plural class',
    '{n, plural, one {# tag} other {# tags}}',
    '{n, plural, other {# Tags}}',
    /class one/,
  ],
  ['other markup', 'See <b>this</b>', 'Siehe <i>dies</i>', /^one: other markup, i instead of b$/],
  ['English left over', 'Open image', 'Open image', /^one: English/],
  ['what cannot be parsed', 'Open {name}', '{name öffnen', /^one: cannot be parsed$/],
])('is red for %s', (_what, english, translated, problem) => {
  const given = new Map(translated === undefined ? [] : [['one', translated]])
  const found = checkTexts('de', new Map([['one', english]]), given, new Set())
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(problem)
})

test('is red for a message that English does not have', () => {
  const english = new Map([['one', 'Open']])
  const translated = new Map([
    ['one', 'Öffnen'],
    ['two', 'Zu'],
  ])
  expect(checkTexts('de', english, translated, new Set())).toEqual(['two: unused'])
})

test('takes what the language says is the same, a class of its own, and what has no words', () => {
  const texts = (one: string) => new Map([['one', one]])
  expect(checkTexts('de', texts('Atelier'), texts('Atelier'), new Set(['one']))).toEqual([])
  const french = '{n, plural, one {# clé} many {# de clés} other {# clés}}'
  expect(
    checkTexts('fr', texts('{n, plural, one {# key} other {# keys}}'), texts(french), new Set()),
  ).toEqual([])
  expect(checkTexts('de', texts('{a} · {b}'), texts('{a} · {b}'), new Set())).toEqual([])
})

slow('an eighth language is a folder in each place and a line', async () => {
  const root = await makeTempDir()
  for (const place of PLACES) await cp(join(ROOT, place, 'en'), join(root, place, 'en'), { recursive: true })
  expect(languageProblems(['nl'], root).length).toBeGreaterThan(1_000)
  for (const place of PLACES) await translateAll(join(root, place))
  expect(languageProblems(['nl'], root)).toEqual([])

  const list = join(root, PLACES[0] ?? '', 'catalogues.ts')
  await writeFile(list, catalogues([...LANGUAGE_CODES, 'nl'], root))
  const { CATALOGUES } = (await import(pathToFileURL(list).href)) as {
    CATALOGUES: Record<string, () => Promise<readonly Record<string, string>[]>>
  }
  const host: Record<string, string> = Object.assign({}, ...((await CATALOGUES['nl']?.()) ?? []))
  expect(host['desktop.ok']).toBe('nl OK')

  for (const name of ['messages.ts', 'files.ts', 'load-part.ts'])
    await cp(join(ROOT, PLACES[1] ?? '', name), join(root, PLACES[1] ?? '', name))
  const ofIt = (await buildPage(root)).filter((text) => text.includes('nl Create'))
  expect(ofIt.length).toBeGreaterThan(0)
  expect(ofIt.filter((text) => text.includes('"Create"'))).toEqual([])
})

/** A made-up language: every text with its code in front. */
async function translateAll(place: string): Promise<void> {
  await mkdir(join(place, 'nl'))
  for (const name of await readdir(join(place, 'en'))) {
    const texts = JSON.parse(await readFile(join(place, 'en', name), 'utf8')) as Record<string, string>
    const translated = Object.fromEntries(
      Object.entries(texts).map(([id, text]) => [id, `nl ${printAST(parse(text).map(withClasses))}`]),
    )
    await writeFile(join(place, 'nl', name), JSON.stringify(translated))
  }
}

/** English needs no form for one thing where only several are told. */
function withClasses(part: MessageFormatElement): MessageFormatElement {
  if (part.type !== TYPE.plural && part.type !== TYPE.select) return part
  const options = Object.fromEntries(
    Object.entries(part.options).map(([name, { value }]) => [name, { value: value.map(withClasses) }]),
  )
  const other = options['other']
  if (part.type === TYPE.plural && other !== undefined) options['one'] ??= other
  return { ...part, options }
}

/** The scripts that the page's words become. */
async function buildPage(root: string): Promise<readonly string[]> {
  const entry = join(root, 'renderer/locales/messages.ts')
  const built = await build({
    configFile: false,
    root: dirname(entry),
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['es'] },
      rolldownOptions: { external: /^zustand/u },
    },
  })
  const outputs = Array.isArray(built)
    ? built.flatMap(({ output }) => output)
    : 'output' in built
      ? built.output
      : []
  return outputs.flatMap((part) => (part.type === 'chunk' ? [part.code] : []))
}
