/**
 * Writes `electron/contract/messages/message-values.ts`: the ids of the English catalogue and the values that each message takes,
 * so that an unknown id or a missing value does not compile.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { ROOT } from '../paths.ts'

const MESSAGES = join(ROOT, 'electron/contract/messages')
const TARGET = join(MESSAGES, 'message-values.ts')

export function writeMessageValues(): number {
  writeFileSync(TARGET, messageValues())
  return 0
}

/**
 * The file's text.
 *
 * @throws Error for a message that cannot be parsed, or whose id does not begin with the name of its file.
 */
export function messageValues(): string {
  const lines = readdirSync(join(MESSAGES, 'en'))
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .flatMap((name) => readCatalogue(name))
  return `/** Written by \`npm run messages\` from en/*.json: what each message takes. */
export interface MessageValues {
${lines.join('\n')}
}
`
}

function readCatalogue(name: string): readonly string[] {
  const area = name.replace('.json', '')
  const texts = JSON.parse(readFileSync(join(MESSAGES, 'en', name), 'utf8')) as Record<string, string>
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
