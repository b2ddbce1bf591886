/**
 * Entry of the command line: one generation with the same core as the application.
 *
 * Paths (or, with --json, one line of JSON) on standard output, progress on standard error. Exit codes: 0 saved, 1 the task
 * failed or could not be run, 2 bad input.
 */
import { terminalLanguage } from '#contract/rules/languages.ts'
import type { Message } from '#contract/messages/message.ts'
import { createSay } from '#core/messages/render.ts'
import { onEnd, outliveReaders } from '#adapters/node/terminal.ts'
import { readGenerateArguments, usage } from './arguments.ts'
import { printOutcome } from './outcome.ts'
import { runGeneration } from './run-generation.ts'

outliveReaders()
const say = await createSay(terminalLanguage(process.env))
const tell = (said: Message): void => void process.stderr.write(`${say(said)}\n`)

const asked = readGenerateArguments(process.argv.slice(2))
if (!asked.ok) {
  tell(asked.error)
  process.exitCode = 2
} else if (asked.data === 'help') {
  process.stdout.write(`${say(usage())}\n`)
} else {
  const interrupt = new AbortController()
  onEnd(() => interrupt.abort())
  const outcome = await runGeneration(asked.data, { say, tell, signal: interrupt.signal, env: process.env })
  process.exitCode ||= printOutcome(outcome, asked.data.json, tell)
}
