/**
 * Entry of the command line: one generation with the same core as the application.
 *
 * Paths (or, with --json, one line of JSON) on standard output, progress on standard error. Exit codes: 0 saved, 1 the task
 * failed or could not be run, 2 bad input.
 */
import { readGenerateArguments, USAGE } from './arguments.ts'
import { runGeneration } from './run-generation.ts'

const say = (line: string): void => void process.stderr.write(`${line}\n`)

const asked = readGenerateArguments(process.argv.slice(2))
if (!asked.ok) {
  say(asked.error.text)
  process.exitCode = 2
} else if (asked.data === 'help') {
  process.stdout.write(`${USAGE}\n`)
} else {
  const interrupt = new AbortController()
  process.once('SIGINT', () => interrupt.abort()).once('SIGTERM', () => interrupt.abort())
  const outcome = await runGeneration(asked.data, { say, signal: interrupt.signal, env: process.env })
  if (outcome.kind === 'saved') {
    const text = asked.data.json
      ? JSON.stringify({ taskId: outcome.taskId, state: 'saved', files: outcome.files })
      : outcome.files.join('\n')
    process.stdout.write(`${text}\n`)
  } else {
    if (asked.data.json && outcome.taskId !== undefined) {
      process.stdout.write(`${JSON.stringify({ taskId: outcome.taskId, state: outcome.state, files: [] })}\n`)
    }
    say(outcome.message)
    process.exitCode = outcome.kind === 'bad_input' ? 2 : 1
  }
}
