/**
 * Starts the built application and the built local service as processes of their own, as a user would, each on a folder
 * that is removed afterwards. Every process is ended by its id.
 *
 * The project says in which host the application runs (`hostKind`); `page` and `context` are its page either way.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page, type Locator } from '@playwright/test'
import {
  hostOf,
  start,
  lacking,
  type Capability,
  type Host,
  type HostKind,
  type HostOptions,
  type Running,
} from './host.ts'
import { startOnElectron, startOnStandIn } from './desktop-host.ts'
import { createWindowPage, type WindowPage } from './window-page.ts'

export type { Host, Running }

export interface Studio {
  /** A folder of this test's own. */
  readonly folder: string
  startHost(options?: Partial<HostOptions>): Promise<Host>
  startService(options?: {
    readonly port?: number
    readonly apiKey?: string
    readonly dataDir?: string
  }): Promise<Running>
  open(page: Page, host: Host): Promise<void>
  /** Starts a host and opens it in the page. */
  openHost(page: Page, options?: Partial<HostOptions>): Promise<Host>
  /** Closes what the test has opened when it ends. */
  keep<Opened extends { close(): Promise<void> }>(opened: Opened): Opened
  /** Skips the test, with the reason, where its host lacks something. Comes before anything is started. */
  needs(capability: Capability): void
}

interface Fixtures {
  readonly studio: Studio
  readonly windowPage: WindowPage
}

const VIEWPORT = { width: 1280, height: 800 }

/** The test of every end-to-end file: `studio` starts what it needs and ends it afterwards. */
export const test = base.extend<Fixtures, { readonly hostKind: HostKind }>({
  hostKind: ['web', { option: true, scope: 'worker' }],
  // Playwright requires the destructuring, even where nothing is used.
  // eslint-disable-next-line no-empty-pattern
  windowPage: async ({}, provide) => provide(createWindowPage()),
  page: async ({ context, hostKind, windowPage }, provide) => {
    await provide(hostKind === 'web' ? await context.newPage() : windowPage.page)
  },
  context: async ({ context, hostKind, windowPage }, provide) => {
    await provide(hostKind === 'web' ? context : windowPage.context)
  },
  studio: async ({ hostKind, windowPage, colorScheme, viewport }, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-e2e-'))
    const ends: (() => Promise<void>)[] = []
    const ended = <Process extends Running>(process: Process): Process => {
      ends.push(() => process.stop())
      return process
    }

    async function startDesktop(options: HostOptions): Promise<Host> {
      const launch = hostKind === 'stand-in' ? startOnStandIn : startOnElectron
      const desktop = await launch({
        ...options,
        folder,
        colorScheme: colorScheme === 'dark' ? 'dark' : 'light',
        viewport: viewport ?? VIEWPORT,
      })
      windowPage.show(desktop.page)
      return desktop
    }

    async function startWeb({ localService, dataDir, port }: HostOptions): Promise<Host> {
      const words = ['--port', String(port), '--data-dir', dataDir, '--no-open']
      if (!localService) words.push('--no-local-service')
      return hostOf(await start('web/main.js', words))
    }

    const self: Studio = {
      folder,
      startHost: async ({ localService = true, dataDir = join(folder, 'data'), port = 0 } = {}) =>
        ended(await (hostKind === 'web' ? startWeb : startDesktop)({ localService, dataDir, port })),
      startService: async ({ port = 0, apiKey, dataDir = join(folder, 'service') } = {}) => {
        const words = ['--port', String(port), '--data-dir', dataDir]
        return ended(await start('local-service/main.js', apiKey ? [...words, '--api-key', apiKey] : words))
      },
      open: async (page, host) => {
        await page.goto(await host.launchUrl())
        await page.getByRole('navigation').first().waitFor()
      },
      openHost: async (page, options) => {
        const host = await self.startHost(options)
        await self.open(page, host)
        return host
      },
      keep: (opened) => {
        ends.push(() => opened.close())
        return opened
      },
      needs(capability) {
        const reason = lacking(hostKind, capability)
        base.skip(reason !== null, reason ?? '')
      },
    }
    await provide(self)
    for (const end of ends.toReversed()) await end()
    await rm(folder, { recursive: true, force: true })
  },
})

/** The list of the queue, as a person reads it. */
export function rows(page: Page): Locator {
  return page.getByRole('list', { name: 'Queue' })
}

/** Which of the known prompts each row begins with, from top to bottom; the row's own words where it is none of them. */
export async function promptsOf(page: Page, known: readonly string[]): Promise<readonly string[]> {
  const names = await rows(page)
    .getByRole('link')
    .evaluateAll((links) =>
      links
        .map((one) => ({ top: one.getBoundingClientRect().top, words: one.textContent }))
        .toSorted((a, b) => a.top - b.top)
        .map(({ words }) => words),
    )
  return names.map((words) => known.find((prompt) => words.startsWith(prompt)) ?? words)
}
