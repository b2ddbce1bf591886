/**
 * `npm test`: runs every check, shows what each says, and ends with one line that counts them all.
 *
 * Owns the order and the sum. A step that fails does not keep the next from running.
 */
import { parseArgs } from 'node:util'
import type { Tally } from './test-reports.ts'
import { STEPS, StepStopped } from './test-steps.ts'

interface TestOptions {
  readonly only: string | undefined
  /** Handed to the tool of the one step. */
  readonly toolArgs: readonly string[]
}

/**
 * Runs all steps, or the one named by `--only`, which takes further arguments for its tool. The exit code is 0 when
 * nothing failed, 2 for a wrong argument and 130 when it was stopped.
 */
export async function runTests(args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  if (typeof options === 'string') {
    process.stderr.write(`${options}\n`)
    return 2
  }
  const tallies: Tally[] = []
  try {
    for (const step of STEPS) {
      if (options.only !== undefined && options.only !== step.name) continue
      process.stdout.write(`\n── ${step.title}\n`)
      tallies.push(await step.run(options.toolArgs))
    }
  } catch (error) {
    if (!(error instanceof StepStopped)) throw error
    process.stderr.write('The tests were stopped.\n')
    return 130
  }
  const total = addUp(tallies)
  process.stdout.write(`\n${total.notes.map((note) => `${note}\n`).join('')}${countLine(total)}\n`)
  return total.failed === 0 && total.passed > 0 ? 0 : 1
}

/** The last line of a run: `12 passed, 0 failed`, and `, 1 skipped` where any. */
export function countLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function addUp(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
    skipped: tallies.reduce((sum, { skipped }) => sum + skipped, 0),
    notes: tallies.flatMap(({ notes }) => notes),
  }
}

/** The options, or one sentence about what is wrong with them. */
function readOptions(args: readonly string[]): TestOptions | string {
  const names = STEPS.map(({ name }) => name)
  const usage = `npm test takes --only ${names.join('|')}, and after it arguments for that tool.`
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { only: { type: 'string' } },
      allowPositionals: true,
    })
    if (values.only !== undefined && !names.includes(values.only))
      return `There is no "${values.only}": ${usage}`
    if (values.only === undefined && positionals.length > 0)
      return `Which step are the arguments for? ${usage}`
    return { only: values.only, toolArgs: positionals }
  } catch (error) {
    return `${error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)}: ${usage}`
  }
}
