/**
 * Starts the built web host and the built local service as processes of their own, as a user would, each on a folder that
 * is removed afterwards. Every process is ended by its id.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import { hostOf, start, type Host, type Running } from './built-process.ts'

export type { Host, Running }

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
