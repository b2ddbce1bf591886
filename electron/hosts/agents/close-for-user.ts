/**
 * A host that an agent started closes for the Atelier that the user starts: an agent in the background never keeps the user
 * from their window.
 *
 * It is asked over HTTP, finishes what it is sending, closes, and gives the data directory free.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Result } from '#contract/errors.ts'
import type { App, AppOptions } from '#core/app.ts'
import { readServerFile } from './server-file.ts'

/** Another version of Atelier may ask here: the path stays. */
export const CLOSE_FOR_USER_PATH = '/mcp/close-for-user'

/** How long a host that closes for the user may finish sending: longer than most services take to accept a request. */
export const FINISH_SENDING_MS = 10_000
/** And its whole end: the local service has 3 s, what is under way another 5, the reader 1.5; a slow computer needs longer. */
export const END_LIMIT_MS = FINISH_SENDING_MS + 20_000
/** For a host that has the directory and opens its server in a moment. */
const SERVER_PATIENCE_MS = 1_500
const ASK_EVERY_MS = 50

type OpenApp = (options: AppOptions) => Promise<Result<App>>

/** Opens the data directory, where need be after the host of an agent has left it. */
export function openBeforeAgents(openApp: OpenApp): OpenApp {
  return async (options) => {
    const untilMs = performance.now() + END_LIMIT_MS
    let opened = await openApp(options)
    if (!isHeld(opened) || !(await askToClose(options.dataDir, SERVER_PATIENCE_MS))) return opened
    while (isHeld(opened) && performance.now() < untilMs) {
      await pause(ASK_EVERY_MS)
      // Its server may have answered before the host could close.
      await askToClose(options.dataDir, 0)
      opened = await openApp(options)
    }
    return opened
  }
}

const isHeld = (opened: Result<App>): boolean => !opened.ok && opened.error.code === 'conflict'

/** False where the directory is held by an Atelier that the user started. */
async function askToClose(dataDir: string, patienceMs: number): Promise<boolean> {
  const untilMs = performance.now() + patienceMs
  let server = await readServerFile(dataDir)
  while (server === null && performance.now() < untilMs) {
    await pause(ASK_EVERY_MS)
    server = await readServerFile(dataDir)
  }
  if (!server?.closesForUser) return false
  const headers = { authorization: `Bearer ${server.secret}` }
  const signal = AbortSignal.timeout(END_LIMIT_MS)
  // It may close before its answer is read.
  await fetch(new URL(CLOSE_FOR_USER_PATH, server.origin), { method: 'POST', headers, signal }).catch(
    () => undefined,
  )
  return true
}
