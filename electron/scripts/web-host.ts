/**
 * Runs the web host for a person: waits for its ready line and says in words where Atelier is.
 */
import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { runBuilt } from './run-built.ts'

/** Runs the host until it ends; with `open` it opens the browser. The exit code is 0 after Ctrl-C. */
export async function openWebHost(hostArgs: readonly string[], open: boolean): Promise<number> {
  const args = [...hostArgs, ...(open ? [] : ['--no-open'])]
  const connection = { stdin: 'ignore', stdout: 'pipe', folder: process.cwd() } as const
  const ended = await runBuilt('web/main.js', args, connection, (child) => announce(child, open))
  return ended.stopped ? 0 : ended.code
}

/** The host's first line names its address; whatever else it may print is for the record. */
function announce(child: ChildProcess, open: boolean): void {
  if (!child.stdout) return
  let announced = false
  createInterface({ input: child.stdout }).on('line', (line) => {
    const url = announced ? null : readyUrl(line)
    if (url === null) {
      process.stderr.write(`${line}\n`)
      return
    }
    announced = true
    process.stdout.write(
      open
        ? `Atelier is open in your browser: ${url}\n`
        : `Atelier is ready. Open it here (the address works once): ${url}\n`,
    )
  })
}

/** The address in the host's ready line, or null when `line` is something else. */
export function readyUrl(line: string): string | null {
  try {
    const message: unknown = JSON.parse(line)
    if (typeof message !== 'object' || message === null) return null
    return 'ready' in message && message.ready === true && 'url' in message && typeof message.url === 'string'
      ? message.url
      : null
  } catch {
    return null
  }
}
