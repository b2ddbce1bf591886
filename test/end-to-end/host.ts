import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'

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
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/canary.js`,
    requests: () => requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
