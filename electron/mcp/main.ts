/**
 * Entry of `atelier`, the small program for terminals and agents: a single executable of Node without Electron.
 *
 * Electron cannot be that program: on Windows its main process has no standard input (its lib/common/init.ts), on macOS a second
 * start only brings the first forward, and on Linux it needs a display.
 */
import manifest from '../../package.json' with { type: 'json' }
import { chooseDataDir } from '#adapters/node/data-dir.ts'
import { terminalLanguage } from '#contract/rules/languages.ts'
import { message, type Message } from '#contract/messages/message.ts'
import type { Failure } from '#contract/errors.ts'
import { createSay, type Say } from '#core/messages/render.ts'
import { printOutcome } from '#hosts/command-line/outcome.ts'
import { serveStdio } from '#hosts/stdio/serve-stdio.ts'
import type { ServerFinder } from '#hosts/stdio/stdio-proxy.ts'
import { onEnd, outliveReaders } from '#adapters/node/terminal.ts'
import { type GenerateArguments, readProgramArguments } from './arguments.ts'
import { createAtelierFinder } from './find-atelier.ts'
import { generateInAtelier } from './generate.ts'
import { whyEndedAtOnce } from './sandbox.ts'
import { startProgram } from './start-program.ts'
import { openTools } from './tools-client.ts'

/** Nothing of its own has to be closed. */
const END_LIMIT_MS = 1_000

async function main(args: readonly string[]): Promise<number> {
  const say = await createSay(terminalLanguage(process.env))
  const refuse = (why: Message, code: number): number => {
    process.stderr.write(`${say(why)}\n`)
    return code
  }
  const asked = readProgramArguments(args)
  if (!asked.ok) return refuse(asked.error, 2)
  switch (asked.data.kind) {
    case 'help':
      process.stdout.write(`${say(message('command-line.usageProgram'))}\n`)
      return 0
    case 'version':
      process.stdout.write(`${manifest.version}\n`)
      return 0
    case 'open': {
      const started = await start(asked.data.args, new AbortController().signal)
      const why = started.ok ? await whyEndedAtOnce(started.data) : started.error
      return why === null ? 0 : refuse(why, 1)
    }
    case 'help-generate':
      process.stdout.write(`${say(message('command-line.usageProgramGenerate'))}\n`)
      return 0
    case 'generate':
      return generate(asked.data.request, say)
    case 'mcp': {
      const { dataDir } = asked.data
      const english = await createSay('en')
      const code = await serveStdio(english, END_LIMIT_MS, (log) => ({
        ...finderFor(dataDir, (failure) => log(english(failure))),
        close: () => Promise.resolve(),
      }))
      // Whatever is under way still: nobody waits for it.
      process.exit(code)
    }
  }
}

function finderFor(asked: string | undefined, onFailure: (failure: Failure) => void): ServerFinder {
  const dataDir = chooseDataDir(asked, process.env)
  const open = (signal: AbortSignal) => start(['--background', '--data-dir', dataDir], signal)
  return createAtelierFinder({ dataDir, start: open, onFailure })
}

/** Paths (or, with --json, one line of JSON) on standard output, progress on standard error: 0 saved, 1 failed, 2 bad input. */
async function generate(request: GenerateArguments, say: Say): Promise<number> {
  const token = process.env['ATELIER_AGENT_TOKEN'] || undefined
  // Nothing that this process starts is told.
  delete process.env['ATELIER_AGENT_TOKEN']
  const interrupt = new AbortController()
  onEnd(() => interrupt.abort())
  const log = (line: string): void => void process.stderr.write(`${line}\n`)
  const outcome = await generateInAtelier(request, {
    open: () =>
      openTools(
        // What keeps it from being found is said once, at the end.
        { finder: finderFor(request.dataDir, () => undefined), token, version: manifest.version, say, log },
        interrupt.signal,
      ),
    tell: (said) => log(say(said)),
    signal: interrupt.signal,
  })
  return printOutcome(outcome, request.json, (said) => log(say(said)))
}

function start(args: readonly string[], signal: AbortSignal) {
  return startProgram(args, signal, { environment: process.env, executable: process.execPath })
}

outliveReaders()
// Not at the top level: a single executable is CommonJS.
void main(process.argv.slice(2)).then((code) => void (process.exitCode ||= code))
