/**
 * Entry of `npm run -s find-results -- FILE…`: prints what is found in task results, one line of JSON per file:
 * `{file, found: [{kind, role, url | pointer, mime?, bytes?, sha256?, fallback?}], ignored: [{value, reason}], problem?}`.
 *
 * A file is a sample (an object with `taskResult`), an answer of the task endpoint, or a bare task result.
 */
import { terminalLanguage } from '#contract/rules/languages.ts'
import { followedBy, message } from '#contract/messages/message.ts'
import type { Json } from '#contract/json.ts'
import { findResults, type FindContext } from '#core/results/find/find-results.ts'
import type { FoundResult } from '#core/results/find/found-result.ts'
import { asObject } from '#core/json/read-json.ts'
import { createSay } from '#core/messages/render.ts'
import { outliveReaders } from '#adapters/node/terminal.ts'
import { printFiles, refuseArguments, type FileContent } from './print-files.ts'
import { readArguments } from './read-arguments.ts'

const USAGE = message('command-line.usageFindResults')
const OPTIONS = {
  'media-type': { type: 'string' },
  scene: { type: 'string' },
  'base-url': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

interface Question {
  readonly taskResult: Json
  readonly context: FindContext
}

outliveReaders()
const say = await createSay(terminalLanguage(process.env))
/** What is printed is for scripts. */
const english = await createSay('en')

async function main(args: readonly string[]): Promise<void> {
  const read = readArguments(args, { options: OPTIONS, allowPositionals: true, hint: USAGE })
  if (!read.ok) return refuseArguments(read.error, say)
  const { positionals, values } = read.data
  if (values.help) return void process.stdout.write(`${say(USAGE)}\n`)
  const { 'media-type': mediaType, scene, 'base-url': baseUrl } = values
  if (baseUrl !== undefined && !URL.canParse(baseUrl)) {
    const wrong = message('command-line.takesAddress', { argument: '--base-url', given: baseUrl })
    return refuseArguments(followedBy(wrong, USAGE), say)
  }
  if (positionals.length === 0)
    return refuseArguments(followedBy(message('command-line.filesMissing'), USAGE), say)
  await printFiles(positionals, (content) => describe(content, { mediaType, scene, baseUrl }))
}

async function describe(content: FileContent, given: FindContext): Promise<object> {
  if (content.kind === 'problem') return { found: [], ignored: [], problem: english(content.problem) }
  if (content.kind === 'text') {
    process.exitCode = 1
    return { found: [], ignored: [], problem: english(message('command-line.fileNotJson')) }
  }
  const { taskResult, context } = questionIn(content.value, given)
  const { found, ignored } = await findResults(taskResult, context)
  return { found: found.map(line), ignored: ignored.map(({ value, reason }) => ({ value, reason })) }
}

/** What a sample or a task says of itself counts before what the arguments say. */
function questionIn(value: Json, given: FindContext): Question {
  const outer = asObject(value)
  const task = outer && isTask(outer) ? outer : asObject(outer?.['data'] ?? null)
  if (!task || !isTask(task)) return { taskResult: value, context: given }
  const text = (key: string): string | undefined => (typeof task[key] === 'string' ? task[key] : undefined)
  return {
    taskResult: task['taskResult'] ?? null,
    context: {
      mediaType: text('mediaType') ?? given.mediaType,
      scene: text('scene') ?? given.scene,
      baseUrl: text('baseUrl') ?? given.baseUrl,
    },
  }
}

/** An answer that wraps its own raw form beside a tidy one (`taskInfo`) is a bare task result. */
function isTask(object: { readonly [key: string]: Json }): boolean {
  return Object.hasOwn(object, 'taskResult') && !Object.hasOwn(object, 'taskInfo')
}

function line({ kind, role, place, source, mimeType, sizeBytes, sha256, fallback }: FoundResult): object {
  const where =
    source.kind === 'url' ? { url: source.url } : { pointer: place, mime: mimeType, bytes: sizeBytes, sha256 }
  return { kind, role, ...where, ...(fallback ? { fallback } : {}) }
}

await main(process.argv.slice(2))
