/**
 * Tells the end that Chromium makes on Linux where its pages would have no sandbox: its own words go to a terminal that nobody reads.
 *
 * Ubuntu from 23.10 on keeps programs that AppArmor does not know from making one. Of Atelier that is the archive and the AppImage;
 * the deb brings a profile.
 */
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { message, type Message } from '#contract/messages/message.ts'
import type { Started } from './start-program.ts'

/** Ubuntu's documentation of AppArmor, "Unprivileged user namespace restrictions". */
const SETTING = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'
/** SIGTRAP, by which Chromium ends itself (base/immediate_crash.h), as shells tell it. */
const TRAPPED = 133
/** Chromium looks for its sandbox before anything else. */
const MOMENT_MS = 1_000
const ASK_EVERY_MS = 50

/** Why a program that ended with this code, which is not 0, could not start. `setting`: for tests. */
export async function whyEnded(code: number, setting = SETTING): Promise<Message> {
  return code === TRAPPED && (await isRestricted(setting))
    ? message('agents.noSandbox')
    : message('agents.programEnded', { code })
}

/** Why it ended within a moment, on a system where it might; null where it goes on. Nobody waits anywhere else. */
export async function whyEndedAtOnce({ exitCode }: Started, setting = SETTING): Promise<Message | null> {
  if (!(await isRestricted(setting))) return null
  for (let waitedMs = 0; exitCode() === null && waitedMs < MOMENT_MS; waitedMs += ASK_EVERY_MS)
    await pause(ASK_EVERY_MS)
  const code = exitCode()
  return code === null || code === 0 ? null : whyEnded(code, setting)
}

async function isRestricted(setting: string): Promise<boolean> {
  return (await readFile(setting, 'utf8').catch(() => '')).trim() === '1'
}
