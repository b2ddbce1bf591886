/**
 * Entry of the command line for sequences: plans a sequence, says what it costs, and sends it only with `--yes`.
 *
 * Paths (or, with --json, one line of JSON) on standard output, plan and progress on standard error. Exit codes: 0 everything is made, or
 * nothing was to be sent; 1 something could not be made; 2 bad input.
 */
import { terminalLanguage } from '#contract/rules/languages.ts'
import type { Message } from '#contract/messages/message.ts'
import { createSay } from '#core/messages/render.ts'
import { message } from '#contract/messages/message.ts'
import { onEnd, outliveReaders } from '#adapters/node/terminal.ts'
import { readSequenceArguments, runSequence } from './run-sequence.ts'

outliveReaders()
const say = await createSay(terminalLanguage(process.env))
const tell = (said: Message): void => void process.stderr.write(`${say(said)}\n`)

const asked = readSequenceArguments(process.argv.slice(2))
if (!asked.ok) {
  tell(asked.error)
  process.exitCode = 2
} else if (asked.data === 'help') {
  process.stdout.write(`${say(message('command-line.usageSequence'))}\n`)
} else {
  const interrupt = new AbortController()
  onEnd(() => interrupt.abort())
  const ended = await runSequence(asked.data, { say, tell, signal: interrupt.signal, env: process.env })
  if (ended.output !== '') process.stdout.write(`${ended.output}\n`)
  process.exitCode ||= ended.code
}
