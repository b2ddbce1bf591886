/**
 * The test's side door into the application's process: `desktop.ts` sends functions over the process's channel, which run
 * here with the stand-in's module, as Playwright's `ElectronApplication.evaluate` does with the real one.
 */
import { runInThisContext } from 'node:vm'
import { runtime } from './runtime.ts'
import { keychain } from './system.ts'

/** What only the stand-in has: the person and the system around the application. */
export const standIn = {
  journal: runtime.journal,
  answers: runtime.answers,
  keychain,
  endpoint: () => runtime.chromium?.endpoint ?? null,
}

export type StandIn = typeof standIn

export interface Command {
  readonly id: number
  readonly source: string
  readonly argument: unknown
}

export type Reply =
  { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: string }

/** Said once, so that whoever kills this process can wait for its Chromium as well. */
export interface Born {
  readonly chromiumPid: number
}

export function tellParent(message: Born): void {
  process.send?.(message)
}

/** Runs what the parent process sends, where there is a channel to it. */
export function takeCommands(): void {
  const send = process.send?.bind(process)
  if (send === undefined) return
  process.on('message', (command) => {
    void run(command as Command).then((reply) => send(reply))
  })
  // Whoever started this is gone.
  process.on('disconnect', () => process.exit(1))
  process.channel?.unref()
}

async function run({ id, source, argument }: Command): Promise<Reply> {
  try {
    const electron = (await import('./electron.ts')).default
    const command = runInThisContext(`(${source})`) as (...args: unknown[]) => unknown
    return { id, value: await command(electron, argument, standIn) }
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
