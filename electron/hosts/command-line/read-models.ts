/**
 * Entry of `npm run -s read-models -- FILE…`: prints the models of listings, one line of JSON per file:
 * `{file, models: [{id, provider?, mediaTypes?, scenes?, deprecated?}], hasMore?, problem?}`.
 *
 * A file is a sample (an object with `body`) or the listing itself, whatever it is: a web page is a listing with a problem.
 */
import { terminalLanguage } from '#contract/rules/languages.ts'
import { followedBy, message } from '#contract/messages/message.ts'
import type { Json } from '#contract/json.ts'
import type { Model } from '#contract/models.ts'
import { readModels } from '#core/catalog/listings/read-models.ts'
import { asObject } from '#core/json/read-json.ts'
import { createSay } from '#core/messages/render.ts'
import { outliveReaders } from '#adapters/node/terminal.ts'
import { printFiles, refuseArguments, type FileContent } from './print-files.ts'
import { readArguments } from './read-arguments.ts'

const USAGE = message('command-line.usageReadModels')
const OPTIONS = { help: { type: 'boolean', short: 'h' } } as const

outliveReaders()
const say = await createSay(terminalLanguage(process.env))
/** What is printed is for scripts. */
const english = await createSay('en')

async function main(args: readonly string[]): Promise<void> {
  const read = readArguments(args, { options: OPTIONS, allowPositionals: true, hint: USAGE })
  if (!read.ok) return refuseArguments(read.error, say)
  const { positionals, values } = read.data
  if (values.help) return void process.stdout.write(`${say(USAGE)}\n`)
  if (positionals.length === 0)
    return refuseArguments(followedBy(message('command-line.filesMissing'), USAGE), say)
  await printFiles(positionals, describe)
}

async function describe(content: FileContent): Promise<object> {
  if (content.kind === 'problem') return { models: [], problem: english(content.problem) }
  const { models, hasMore, problem } = readModels(
    content.kind === 'text' ? content.text : bodyIn(content.value),
  )
  return {
    models: models.map(line),
    ...(hasMore ? { hasMore } : {}),
    ...(problem === undefined ? {} : { problem: english(problem) }),
  }
}

function bodyIn(value: Json): Json {
  const sample = asObject(value)
  return sample && Object.hasOwn(sample, 'body') ? (sample['body'] ?? null) : value
}

function line({ id, provider, mediaTypes, scenes, deprecated }: Model): object {
  return {
    id,
    ...(provider === '' ? {} : { provider }),
    ...(mediaTypes.length === 0 ? {} : { mediaTypes }),
    ...(scenes.length === 0 ? {} : { scenes }),
    ...(deprecated ? { deprecated } : {}),
  }
}

await main(process.argv.slice(2))
