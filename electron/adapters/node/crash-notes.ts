/**
 * Notes of what ended or broke a run, kept on this computer alone: `logs/crash-<time>.txt`.
 *
 * Text with the secrets taken out, and no memory dump: a dump would hold the keys. A note that the user has not heard of
 * has `.unread` in its name.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RaisedNotice } from '#contract/app.ts'
import { followedBy, message } from '#contract/messages/message.ts'
import { redact } from './redact.ts'

const NOTES_KEPT = 5
/** An error that comes back for ever would keep the disk busy with notes of itself. */
const NOTES_A_RUN = 20
const MAX_NOTE = 20_000
const NOTE = /^crash-\d+(\.unread)?\.txt$/
const RUNNING = 'running.txt'

export type CrashNotes = ReturnType<typeof openCrashNotes>

export function openCrashNotes(dataDir: string, now: () => number, version: string) {
  const folder = join(dataDir, 'logs')
  const running = join(folder, RUNNING)
  let kept = 0
  const names = () => attempt(() => readdirSync(folder)) ?? []
  const unread = () => notesIn(names()).filter((name) => name.endsWith('.unread.txt'))

  return {
    /** Synchronous and never throws: the process may be about to end. */
    keep(what: string, error: unknown): void {
      kept += 1
      if (kept > NOTES_A_RUN) return
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
      const text = `${new Date(now()).toISOString()} Atelier ${version}\n${what}\n${reason}\n`
      attempt(() => mkdirSync(folder, { recursive: true, mode: 0o700 }))
      attempt(() =>
        writeFileSync(join(folder, `crash-${now()}.unread.txt`), redact(text).slice(0, MAX_NOTE), {
          mode: 0o600,
        }),
      )
      for (const name of notesIn(names()).slice(NOTES_KEPT)) attempt(() => rmSync(join(folder, name)))
    },
    /** The user gets to read what `notice` said. */
    markRead(): void {
      for (const name of unread())
        attempt(() => renameSync(join(folder, name), join(folder, name.replace('.unread', ''))))
    },
    /** Marks that a run has begun; one that does not `end` has crashed. */
    begin: (): void =>
      void attempt(() => writeFileSync(running, `${process.pid} ${version}\n`, { mode: 0o600 })),
    end: (): void => void attempt(() => rmSync(running, { force: true })),
    /** What the user must read about the last run; null where it ended well. */
    notice(): RaisedNotice | null {
      const hasBroken = names().includes(RUNNING)
      if (unread().length === 0 && !hasBroken) return null
      const happened = message(hasBroken ? 'hosts.crashed' : 'hosts.broke')
      return {
        id: 'crash',
        code: 'crashed',
        message: followedBy(happened, message('hosts.kept')),
      }
    },
  }
}

/** Newest first. */
export function notesIn(names: readonly string[]): readonly string[] {
  return names.filter((name) => NOTE.test(name)).toSorted((one, other) => timeOf(other) - timeOf(one))
}

function timeOf(name: string): number {
  return Number.parseInt(name.slice('crash-'.length), 10)
}

function attempt<Value>(action: () => Value): Value | null {
  try {
    return action()
  } catch {
    // A full or read-only disk is reported where it hurts the user's work, not here.
    return null
  }
}
