/** Starts Debian's Chromium without a window, on a profile of its own that goes with it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { until } from '../until.ts'
import { connect, type Connection } from './cdp.ts'

export interface Chromium {
  readonly pid: number
  readonly connection: Connection
  /** A second door to the same browser, for the test that plays the user: `http://127.0.0.1:PORT`. */
  readonly endpoint: string
  /** Resolves when the browser is gone and its profile is removed. */
  close(): Promise<void>
}

export interface ChromiumOptions {
  readonly program: string
  /** Rules of `--host-resolver-rules`. */
  readonly hostRules: string
  /** Switches the application has set before it was ready, as `--name=value`. */
  readonly switches: readonly string[]
}

/** Rejects where the program cannot be started. */
export async function launchChromium(options: ChromiumOptions): Promise<Chromium> {
  const profile = await mkdtemp(join(tmpdir(), 'atelier-chromium-'))
  const child = spawn(
    options.program,
    [
      '--headless=new',
      // Chromium's own sandbox cannot be had as root and in most containers; the page's isolation does not need it.
      '--no-sandbox',
      '--remote-debugging-pipe',
      '--remote-debugging-port=0',
      '--no-startup-window',
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-renderer-backgrounding',
      '--disable-background-timer-throttling',
      '--disable-backgrounding-occluded-windows',
      '--hide-scrollbars',
      '--password-store=basic',
      `--user-data-dir=${profile}`,
      `--host-resolver-rules=${options.hostRules}`,
      ...options.switches,
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  )
  const gone = once(child, 'exit').catch(() => undefined)
  const connection = connect(child.stdio[3] as Writable, child.stdio[4] as Readable)
  const clean = () => rm(profile, { recursive: true, force: true, maxRetries: 5 })
  try {
    await connection.browser.send('Browser.getVersion')
    const port = await until(() => portIn(profile), { what: 'the port of Chromium' })
    return {
      pid: child.pid ?? 0,
      connection,
      endpoint: `http://127.0.0.1:${port}`,
      async close() {
        await connection.browser.send('Browser.close').catch(() => undefined)
        connection.close()
        await gone
        await clean()
      },
    }
  } catch (error) {
    child.kill('SIGKILL')
    await gone
    await clean()
    throw error
  }
}

/** The file appears when the port is open: its first line is the number. */
async function portIn(profile: string): Promise<number | null> {
  const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')
  const port = Number(text.split('\n')[0])
  return text.includes('\n') && port > 0 ? port : null
}
