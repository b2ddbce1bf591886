/**
 * Entry of `atelier`, the small program for terminals and agents: a single executable of Node without Electron.
 *
 * Electron cannot be that program: on Windows its main process has no standard input (its lib/common/init.ts), on macOS a second
 * start only brings the first forward, and on Linux it needs a display.
 */
import manifest from '../../package.json' with { type: 'json' }
import { chooseDataDir } from '#adapters/node/data-dir.ts'
import { message, type Message } from '#contract/messages/message.ts'
import { createSay } from '#core/messages/render.ts'
import { serveStdio } from '#hosts/stdio/serve-stdio.ts'
import { readProgramArguments } from './arguments.ts'
import { createAtelierFinder } from './find-atelier.ts'
import { startProgram } from './start-program.ts'

/** Nothing of its own has to be closed. */
const END_LIMIT_MS = 1_000

async function main(words: readonly string[]): Promise<number> {
  const say = await createSay('en')
  const refuse = (why: Message, code: number): number => {
    process.stderr.write(`${say(why)}\n`)
    return code
  }
  const asked = readProgramArguments(words)
  if (!asked.ok) return refuse(asked.error, 2)
  switch (asked.data.kind) {
    case 'help':
      process.stdout.write(`${say(message('command-line.usageProgram'))}\n`)
      return 0
    case 'version':
      process.stdout.write(`${manifest.version}\n`)
      return 0
    case 'open': {
      const started = await start(asked.data.words, new AbortController().signal)
      return started.ok ? 0 : refuse(started.error, 1)
    }
    case 'mcp': {
      const dataDir = chooseDataDir(asked.data.dataDir, process.env)
      const code = await serveStdio(say, END_LIMIT_MS, (log) => ({
        ...createAtelierFinder({
          dataDir,
          start: (signal) => start(['--background', '--data-dir', dataDir], signal),
          onFailure: (failure) => log(say(failure)),
        }),
        close: () => Promise.resolve(),
      }))
      // Whatever is under way still: nobody waits for it.
      process.exit(code)
    }
  }
}

function start(words: readonly string[], signal: AbortSignal) {
  return startProgram(words, signal, { environment: process.env, executable: process.execPath })
}

// Not at the top level: a single executable is CommonJS.
void main(process.argv.slice(2)).then((code) => void (process.exitCode = code))
