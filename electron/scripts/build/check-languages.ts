/**
 * Whether every language that is offered is whole: the same messages as English with the same values and markup, each plural class that the
 * language has, and no English left over. The build fails where one is not.
 *
 * What rightly is as in English stands in the language's own folder, in `translation.json`, by its id.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { LANGUAGE_CODES } from '#contract/rules/languages.ts'
import { ROOT } from '../paths.ts'

type Texts = ReadonlyMap<string, string>

/** Where a language has its folders. */
const PLACES = ['electron/contract/messages', 'renderer/locales'] as const
const TRANSLATION = 'translation.json'

/** One line for everything that is wrong in the languages of a checkout. */
export function languageProblems(
  languages: readonly string[] = LANGUAGE_CODES,
  root = ROOT,
): readonly string[] {
  return languages
    .filter((language) => language !== 'en')
    .flatMap((language) => problemsOf(language, root).map((problem) => `${language}: ${problem}`))
}

function problemsOf(language: string, root: string): readonly string[] {
  const { same = [], unread = [] } = readTranslation(language, root)
  const known = new Set<string>()
  const wrong = PLACES.flatMap((place) =>
    filesIn(join(root, place, 'en')).flatMap((file) => {
      const english = readTexts(join(root, place, 'en', file))
      for (const id of english.keys()) known.add(id)
      return checkTexts(language, english, readTexts(join(root, place, language, file)), new Set(same)).map(
        (problem) => `${file}: ${problem}`,
      )
    }),
  )
  const strangers = PLACES.flatMap((place) =>
    filesIn(join(root, place, language)).filter((file) => !existsSync(join(root, place, 'en', file))),
  )
  return [
    ...wrong,
    ...strangers.map((file) => `${file}: English has no such file`),
    ...[...same, ...unread].filter((id) => !known.has(id)).map((id) => `${TRANSLATION}: ${id} is no message`),
  ]
}

/** What is wrong in a file of a language. */
export function checkTexts(
  language: string,
  english: Texts,
  translated: Texts,
  same: ReadonlySet<string>,
): readonly string[] {
  const needless = [...translated.keys()].filter((id) => !english.has(id)).map((id) => `${id}: unused`)
  const wrong = [...english].flatMap(([id, text]) => {
    const other = translated.get(id)
    return other === undefined ? [`${id}: missing`] : checkText(language, id, [text, other], same)
  })
  return [...needless, ...wrong]
}

function checkText(
  language: string,
  id: string,
  [english, translated]: readonly [english: string, translated: string],
  same: ReadonlySet<string>,
): readonly string[] {
  const parts = parsed(translated)
  if (parts === null) return [`${id}: cannot be parsed`]
  const [wanted, given] = [takes(parsed(english) ?? []), takes(parts)]
  const isLeft = english === translated && WORD.test(withoutValues(english)) && !same.has(id)
  return [
    ...(wanted.values === given.values
      ? []
      : [`${id}: other values, ${given.values} instead of ${wanted.values}`]),
    ...(wanted.markup === given.markup
      ? []
      : [`${id}: other markup, ${given.markup} instead of ${wanted.markup}`]),
    ...missingClasses(parts, language).map((name) => `${id}: the plural class ${name} is missing`),
    ...(isLeft ? [`${id}: English, and not among what is the same`] : []),
  ]
}

const WORD = /\p{L}{3}/u

function withoutValues(text: string): string {
  return text.replaceAll(/\{[^}]*\}|<[^>]*>/g, '')
}

function parsed(text: string): readonly MessageFormatElement[] | null {
  try {
    return parse(text)
  } catch {
    return null
  }
}

/** The values and the markup of a message, each named once. */
function takes(parts: readonly MessageFormatElement[]): { values: string; markup: string } {
  const values = new Set<string>()
  const markup: string[] = []
  visit(parts, (part) => {
    if (part.type === TYPE.tag) markup.push(part.value)
    else if (part.type === TYPE.select)
      values.add(`${part.value} (${Object.keys(part.options).toSorted().join('|')})`)
    else if (part.type === TYPE.date || part.type === TYPE.time) values.add(`${part.value} (a time)`)
    else if (part.type !== TYPE.literal && part.type !== TYPE.pound) values.add(part.value)
  })
  const told = (names: Iterable<string>): string => [...new Set(names)].toSorted().join(', ') || 'none'
  return { values: told(values), markup: told(markup) }
}

/** A class that a language has and a message has not: what has it would be said with the words for another number. */
function missingClasses(parts: readonly MessageFormatElement[], language: string): readonly string[] {
  const missing = new Set<string>()
  visit(parts, (part) => {
    if (part.type !== TYPE.plural) return
    const type = part.pluralType === 'ordinal' ? 'ordinal' : 'cardinal'
    const { pluralCategories } = new Intl.PluralRules(language, { type }).resolvedOptions()
    for (const name of pluralCategories) if (!(name in part.options)) missing.add(name)
  })
  return [...missing]
}

function visit(parts: readonly MessageFormatElement[], see: (part: MessageFormatElement) => void): void {
  for (const part of parts) {
    see(part)
    if (part.type === TYPE.tag) visit(part.children, see)
    if (part.type === TYPE.plural || part.type === TYPE.select)
      for (const { value } of Object.values(part.options)) visit(value, see)
  }
}

interface Translation {
  readonly same?: readonly string[]
  readonly unread?: readonly string[]
}

function readTranslation(language: string, root: string): Translation {
  const file = join(root, PLACES[1], language, TRANSLATION)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Translation) : {}
}

function readTexts(file: string): Texts {
  if (!existsSync(file)) return new Map()
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>))
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => name.endsWith('.json') && name !== TRANSLATION)
}
