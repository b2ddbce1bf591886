/** The application in whichever host: what the tests may ask of it; and the built programs, each a process that is ended by its id. */
import { createServer } from 'node:http'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import { listen } from '../stand-ins/loopback.ts'
import { NODE_ARGS, nodeEnvironment } from '../../electron/scripts/paths.ts'

/** An application that runs, whichever host it is in: what the tests may ask of it. */
export interface Running {
  readonly ready: Readonly<Record<string, string>>
  /** Ends it as a user would (SIGTERM), or as a crash would (SIGKILL). Resolves when it is gone. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** A file that the page handed to the user. */
interface SavedFile {
  /** As it was proposed. */
  readonly name: string
  readonly bytes: Buffer
}

/** `ready.origin` is the origin of the page, as `URL.origin` gives it. */
export interface Host extends Running {
  /** An address that opens the page: on the web host a fresh one, good for one visit. */
  launchUrl(): Promise<string>
  call(
    route: string,
    input: unknown,
  ): Promise<{ ok: boolean; data?: never; error?: { code: string; message: string } }>
  /** What a press in the page saves: through the browser's download, or the system's dialog, in which the user just agrees. */
  saved(page: Page, press: () => Promise<void>): Promise<SavedFile>
  /** Posts bytes to a path of the page's origin. Resolves to the JSON that comes back. */
  post(path: string, headers: Readonly<Record<string, string>>, bytes: Uint8Array): Promise<unknown>
}

export interface HostOptions {
  readonly localService: boolean
  readonly dataDir: string
  /** Of the web host; 0 for one that is free. */
  readonly port: number
}

/** web: the web host in a browser. stand-in: the built desktop on `test/stand-ins/electron-runtime`. electron: the real one. */
export type HostKind = 'web' | 'stand-in' | 'electron'

/**
 * What a test needs of a host besides the page. A test that needs what its host lacks is skipped with the reason below.
 *
 * `download`: an export leaves through the browser; the desktop asks for a folder instead.
 * `second-start`: a second start on the same data ends with a sentence. On the desktop it brings the first one forward, which
 * `test/hosts/desktop` looks at.
 * `launch-address`: the page is opened by an address with a token in it; the desktop's page is known by its window.
 */
export type Capability = 'download' | 'second-start' | 'launch-address'

const CAPABILITIES: Readonly<Record<HostKind, readonly Capability[]>> = {
  web: ['download', 'second-start', 'launch-address'],
  'stand-in': [],
  electron: [],
}

/** Why a test cannot run on this host, or null. */
export function lacking(kind: HostKind, needed: Capability): string | null {
  return CAPABILITIES[kind].includes(needed) ? null : `the host "${kind}" has no "${needed}"`
}

/** A server that must never hear of anything. */
export async function startCanary(): Promise<{
  address: string
  requests(): number
  close(): Promise<void>
}> {
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    response.end()
  })
  const { origin, close } = await listen(server)
  return { address: `${origin}/canary.js`, requests: () => requests, close }
}

/** Starts a built program as a process of its own, waits for its ready line, and ends it by its id. */
const BUILD = join(import.meta.dirname, '../../.build')

/** The web host on a data directory, without the local service. */
export async function startBuiltHost(dataDir: string): Promise<Host> {
  return hostOf(await start('web/main.js', ['--data-dir', dataDir, '--no-open', '--no-local-service']))
}

/** `program` by its path in `.build/`. Rejects where it ends before it is ready. */
export async function start(program: string, words: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, [...NODE_ARGS, join(BUILD, program), ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // As `npm run serve` starts it: what Node compiled is kept between starts.
    env: nodeEnvironment(),
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const gone = once(child, 'exit')
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text)),
    gone.then(() => null),
  ])
  if (line === null) throw new Error(`${program} ended before it was ready: ${errors}`)
  return { ready: JSON.parse(line) as Record<string, string>, stop: (signal) => stop(child, gone, signal) }
}

async function stop(
  child: ChildProcess,
  gone: Promise<unknown>,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  await gone
}

export function hostOf(running: Running): Host {
  const { origin = '', token = '' } = running.ready
  const call: Host['call'] = async (route, input) => {
    const response = await fetch(`${origin}/rpc/${route}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    return (await response.json()) as Awaited<ReturnType<Host['call']>>
  }
  return {
    ...running,
    call,
    post: async (path, headers, bytes) => {
      const response = await fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${token}` },
        body: new Uint8Array(bytes),
      })
      return response.json()
    },
    saved: async (page, press) => {
      const [download] = await Promise.all([page.waitForEvent('download'), press()])
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
    },
    launchUrl: async () => ((await call('app.launchUrl', {})).data as unknown as { url: string }).url,
  }
}
