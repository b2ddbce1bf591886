/**
 * What the commands that read files have in common: each file becomes one line of JSON on standard output, a file that cannot
 * be read a line with a `problem`.
 *
 * Exit codes: 0 every file was read, 1 one could not be read, 2 wrong arguments.
 */
import { readFile, stat } from 'node:fs/promises'
import type { Json } from '#contract/json.ts'
import { message, type Message } from '#contract/messages/message.ts'
import { withSeedsAsTexts } from '#contract/rules/exact-seeds.ts'
import type { Say } from '#core/messages/render.ts'

const MAX_BYTES = 256 * 1024 ** 2

/** The content of a file: what its JSON says, or its text where it is no JSON. */
export type FileContent =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'problem'; readonly problem: Message }

/** Never throws. */
async function readContent(file: string): Promise<FileContent> {
  let text: string
  try {
    if ((await stat(file)).size > MAX_BYTES)
      return problem(message('hosts.fileTooLarge', { megabytes: MAX_BYTES / 1024 ** 2 }))
    text = (await readFile(file, 'utf8')).replace(/^\uFEFF/u, '')
  } catch (error) {
    return problem(reasonOf(error))
  }
  try {
    return { kind: 'json', value: JSON.parse(withSeedsAsTexts(text)) as Json }
  } catch {
    return { kind: 'text', text }
  }
}

/** Prints a line per file in their order, and sets the exit code. `describe` answers with a `problem` where it has one. */
export async function printFiles(
  files: readonly string[],
  describe: (content: FileContent) => Promise<object>,
): Promise<void> {
  for (const file of files) {
    const content = await readContent(file)
    const line = await describe(content)
    process.stdout.write(`${JSON.stringify({ file, ...line })}\n`)
    if (content.kind === 'problem') process.exitCode = 1
  }
}

/** What is wrong on standard error, and exit code 2. */
export function refuseArguments(said: Message, say: Say): void {
  process.stderr.write(`${say(said)}\n`)
  process.exitCode = 2
}

function reasonOf(error: unknown): Message {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT') return message('command-line.noFile')
  if (code === 'EISDIR') return message('command-line.isFolder')
  if (code === 'EACCES' || code === 'EPERM') return message('command-line.fileForbidden')
  return message('command-line.fileUnreadable', { reason: typeof code === 'string' ? code : String(error) })
}

function problem(said: Message): FileContent {
  return { kind: 'problem', problem: said }
}
