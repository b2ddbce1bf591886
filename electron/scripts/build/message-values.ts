/**
 * Writes what is made of the catalogue: `message-values.ts`, the ids of the English one and the values that each message takes, so that an
 * unknown id or a missing value does not compile; and `catalogues.ts`, which loads the files of a language.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { LANGUAGE_CODES } from '#contract/rules/languages.ts'
import { ROOT } from '../paths.ts'

const MESSAGES = 'electron/contract/messages'

export function writeMessageValues(): number {
  writeFileSync(join(ROOT, MESSAGES, 'message-values.ts'), messageValues())
  writeFileSync(join(ROOT, MESSAGES, 'catalogues.ts'), catalogues(LANGUAGE_CODES))
  return 0
}

/** The text of `catalogues.ts` for languages that have the files of English. */
export function catalogues(languages: readonly string[], root = ROOT): string {
  const loaders = languages.map((language) => {
    const files = areas(root).map(
      (name) => `    (await import('./${language}/${name}', { with: { type: 'json' } })).default,`,
    )
    const code = /^\w+$/u.test(language) ? language : `'${language}'`
    return `  ${code}: async () => [\n${files.join('\n')}\n  ],`
  })
  return `/** Written by \`npm run messages\` from rules/languages.ts and en/*.json: the files of each language, which is loaded alone. */
import type { Language } from '../rules/languages.ts'

type Texts = Readonly<Record<string, string>>

export const CATALOGUES: Readonly<Record<Language, () => Promise<readonly Texts[]>>> = {
${loaders.join('\n')}
}
`
}

function areas(root = ROOT): readonly string[] {
  return readdirSync(join(root, MESSAGES, 'en'))
    .filter((name) => name.endsWith('.json'))
    .toSorted()
}

/**
 * The text of `message-values.ts`.
 *
 * @throws Error for a message that cannot be parsed, or whose id does not begin with the name of its file.
 */
export function messageValues(): string {
  const lines = areas().flatMap((name) => readCatalogue(name))
  return `/** Written by \`npm run messages\` from en/*.json: what each message takes. */
export interface MessageValues {
${lines.join('\n')}
}
`
}

function readCatalogue(name: string): readonly string[] {
  const area = name.replace('.json', '')
  const texts = JSON.parse(readFileSync(join(ROOT, MESSAGES, 'en', name), 'utf8')) as Record<string, string>
  return Object.entries(texts).map(([id, text]) => {
    if (!id.startsWith(`${area}.`)) throw new Error(`${id} does not begin with ${area}.`)
    const values = new Map<string, string>()
    collect(parse(text, { ignoreTag: true }), values)
    const types = [...values].map(([value, type]) => `readonly ${value}: ${type}`)
    return `  '${id}': ${types.length === 0 ? 'undefined' : `{ ${types.join('; ')} }`}`
  })
}

function collect(parts: readonly MessageFormatElement[], values: Map<string, string>): void {
  for (const part of parts) {
    if (part.type === TYPE.argument)
      values.set(part.value, values.get(part.value) ?? 'string | number | readonly string[]')
    if (part.type === TYPE.number) values.set(part.value, 'number')
    if (part.type === TYPE.plural) values.set(part.value, 'number')
    if (part.type === TYPE.select)
      values.set(part.value, Object.keys(part.options).includes('other') ? 'string' : 'never')
    if (part.type === TYPE.plural || part.type === TYPE.select)
      for (const { value } of Object.values(part.options)) collect(value, values)
  }
}
