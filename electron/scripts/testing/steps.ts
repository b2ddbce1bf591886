/** The steps of `npm test`, in their order: which tool, with which arguments. */
import { ensureBuilt } from '../build/build.ts'
import { toolScript } from '../tools.ts'
import { ensureChromium } from './chromium.ts'
import { brokenOffFiles, ownTest, withSecondTry, type ReportedTest } from './reports.ts'
import { endOf, runReported, runToEnd } from './runners.ts'

export interface StepOptions {
  /** Everything instead of the fast set. */
  readonly all: boolean
  readonly toolArgs: readonly string[]
}

export interface Step {
  readonly name: string
  /** Depends on no other step: all checks run at the same time, and print when they end. */
  readonly isCheck: boolean
  /** Throws `Stopped` when the person stops the tool. */
  run(options: StepOptions): Promise<readonly ReportedTest[]>
}

const ALL_HOSTS = '--all-hosts'

/** Every step. The build comes before the tests, because some of them start what was built. */
export const STEPS: readonly Step[] = [
  check('format', 'Format (oxfmt)', toolScript('oxfmt'), ['--check']),
  // Several threads check what they share several times: on the two cores that the checks share that is more than twice the work,
  // and three times the memory.
  check('types', 'Types (tsc)', toolScript('typescript', 'tsc'), ['-b', '--noEmit', '--singleThreaded']),
  check('lint', 'Lint (oxlint)', toolScript('oxlint'), ['--type-aware']),
  check('unused', 'Unused code (knip)', toolScript('knip'), [
    '--no-progress',
    '--treat-config-hints-as-errors',
  ]),
  { name: 'build', isCheck: true, run: build },
  { name: 'unit', isCheck: false, run: unitTests },
  { name: 'end-to-end', isCheck: false, run: endToEndTests },
]

function print(title: string, said = ''): void {
  process.stdout.write(`\n── ${title}\n${said}`)
}

function check(name: string, title: string, script: string, args: readonly string[]): Step {
  return {
    name,
    isCheck: true,
    run: async ({ toolArgs }) => {
      let said = ''
      const keep = (text: string): void => void (said += text)
      const code = await runToEnd(script, [...args, ...toolArgs], {}, keep)
      print(title, said)
      if (code === 0) return [ownTest('passed', title)]
      return [ownTest('failed', `${title} found something:\n${endOf(said)}`)]
    },
  }
}

async function build(): Promise<readonly ReportedTest[]> {
  const title = 'Build (vite)'
  try {
    await ensureBuilt()
    return [ownTest('passed', title)]
  } catch (error) {
    return [ownTest('failed', `The build failed: ${error instanceof Error ? error.message : String(error)}`)]
  } finally {
    print(title)
  }
}

/**
 * Files that are named run whatever set they belong to. In a whole run, files whose process ended under them run a second time, as
 * tests that failed do.
 */
async function unitTests({ all, toolArgs }: StepOptions): Promise<readonly ReportedTest[]> {
  print('Unit and integration tests (vitest)')
  const set = all ? 'all' : toolArgs.length > 0 ? 'named' : 'fast'
  const run = (args: readonly string[]) =>
    runReported('unit', ['--reporter=default', ...args], { ATELIER_TESTS: set })
  const first = await run(toolArgs)
  const brokenOff = all ? brokenOffFiles(first) : []
  return brokenOff.length === 0 ? first : withSecondTry(first, await run(brokenOff))
}

/** `--all-hosts` runs every test on the desktop as well, not only the chosen ones (playwright.config.ts). */
async function endToEndTests({ all, toolArgs }: StepOptions): Promise<readonly ReportedTest[]> {
  print('End-to-end tests (playwright)')
  const args = toolArgs.filter((arg) => arg !== ALL_HOSTS)
  const chromium = await ensureChromium()
  if (!chromium.ok) return [ownTest('failed', chromium.message)]
  return await runReported('end-to-end', args, {
    ATELIER_CHROMIUM: chromium.path,
    ATELIER_TESTS: all || toolArgs.length > 0 ? 'all' : 'fast',
    ...(args.length < toolArgs.length ? { ATELIER_ALL_HOSTS: '1' } : {}),
  })
}
