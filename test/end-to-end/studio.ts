/**
 * Starts the built web host and the built local service as processes of their own, as a user would, each on a folder that
 * is removed afterwards. Every process is ended by its id.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test as base, type Page } from '@playwright/test'

const BUILD = join(import.meta.dirname, '../../.build')

export interface Running {
  readonly ready: Readonly<Record<string, string>>
  /** Ends it as a user would (SIGTERM), or as a crash would (SIGKILL). Resolves when it is gone. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

export interface Host extends Running {
  /** A fresh address that opens the page once. */
  launchUrl(): Promise<string>
  call(
    route: string,
    input: unknown,
  ): Promise<{ ok: boolean; data?: never; error?: { code: string; message: string } }>
}

export interface Studio {
  /** A folder of this test's own. */
  readonly folder: string
  startHost(options?: { readonly localService?: boolean; readonly dataDir?: string }): Promise<Host>
  startService(options?: {
    readonly port?: number
    readonly apiKey?: string
    readonly dataDir?: string
  }): Promise<Running>
  open(page: Page, host: Host): Promise<void>
}

/** The test of every end-to-end file: `studio` starts what it needs and ends it afterwards. */
export const test = base.extend<{ studio: Studio }>({
  // Playwright requires the destructuring, even where nothing is used.
  // eslint-disable-next-line no-empty-pattern
  studio: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-e2e-'))
    const running: Running[] = []
    const keep = <Process extends Running>(process: Process): Process => {
      running.push(process)
      return process
    }
    await provide({
      folder,
      startHost: async ({ localService = true, dataDir = join(folder, 'data') } = {}) => {
        const words = ['--port', '0', '--data-dir', dataDir, '--no-open']
        if (!localService) words.push('--no-local-service')
        return keep(hostOf(await start('web/main.js', words)))
      },
      startService: async ({ port = 0, apiKey, dataDir = join(folder, 'service') } = {}) => {
        const words = ['--port', String(port), '--data-dir', dataDir]
        return keep(await start('local-service/main.js', apiKey ? [...words, '--api-key', apiKey] : words))
      },
      open: async (page, host) => {
        await page.goto(await host.launchUrl())
        await page.getByRole('navigation').first().waitFor()
      },
    })
    for (const process of running.toReversed()) await process.stop()
    await rm(folder, { recursive: true, force: true })
  },
})

async function start(program: string, words: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, [join(BUILD, program), ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
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

function hostOf(running: Running): Host {
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
    launchUrl: async () => ((await call('app.launchUrl', {})).data as unknown as { url: string }).url,
  }
}
