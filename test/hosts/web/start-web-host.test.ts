import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fail, succeed } from '#contract/errors.ts'
import type { AppOptions } from '#core/app.ts'
import { startWebHost } from '#hosts/web/start-web-host.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { createFakeApp } from '../fake-app.ts'

async function setUp() {
  const app = createFakeApp()
  const seen: AppOptions[] = []
  const dataDir = await makeTempDir()
  const options = {
    dataDir,
    port: 0,
    pageDir: join(dataDir, 'no-page'),
    openApp: async (options: AppOptions) => {
      seen.push(options)
      return succeed(app)
    },
  }
  return { app, seen, dataDir, options }
}

test('declares what the web host can do and hands out fresh addresses', async () => {
  const { options, seen, app, dataDir } = await setUp()
  const host = await startWebHost(options)
  if (!host.ok) throw new Error(host.error.message)
  const given = seen[0]
  expect([given?.host, given?.capabilities, given?.dataDir]).toEqual(['web', ['launchUrl'], dataDir])
  expect(['os', 'session']).toContain(given?.secrets.protection)
  const [one, other] = [given?.launchUrl?.() ?? '', host.data.launchUrl()]
  expect(one !== other && one.startsWith(`${host.data.origin}/?token=`)).toBe(true)
  await host.data.close()
  expect(app.isClosed).toBe(true)
  await expect(fetch(host.data.origin)).rejects.toThrow('fetch failed')
})

test('gives a failure of the application on and starts no server', async () => {
  const { options } = await setUp()
  const conflict = fail('conflict', 'Atelier is already open on this folder.')
  expect(await startWebHost({ ...options, openApp: async () => conflict })).toEqual(conflict)
})

test('closes the application again when its port is taken', async () => {
  const first = await setUp()
  const host = await startWebHost(first.options)
  if (!host.ok) throw new Error(host.error.message)
  const second = await setUp()
  const port = Number(new URL(host.data.origin).port)
  expect(await startWebHost({ ...second.options, port })).toMatchObject({
    ok: false,
    error: { code: 'conflict' },
  })
  expect(second.app.isClosed).toBe(true)
  await host.data.close()
})

test('sets a broken settings file aside and starts with defaults', async () => {
  const { options, dataDir, seen } = await setUp()
  await writeFile(join(dataDir, 'settings.json'), '{"broken')
  const host = await startWebHost(options)
  if (!host.ok) throw new Error(host.error.message)
  expect(seen[0]?.settings.get('appearance')).toBeUndefined()
  await host.data.close()
  expect((await readdir(dataDir)).some((name) => /^settings\.broken-\d+\.json$/.test(name))).toBe(true)
})

test('tells the application where the local service is, and stops it with the host', async () => {
  const { options, app, dataDir } = await setUp()
  const happened: string[] = []
  let end = (_reason: string): void => undefined
  const host = await startWebHost({
    ...options,
    spawnService: (folder) => ({
      onLine: (listener) =>
        listener(JSON.stringify({ ready: true, baseUrl: 'http://127.0.0.1:9', apiKey: 'k' })),
      onExit: (listener) => void (end = listener),
      stop() {
        happened.push(`stopped ${folder}`)
        end('SIGTERM')
      },
    }),
  })
  if (!host.ok) throw new Error(host.error.message)
  await host.data.close()
  expect(app.services).toEqual(['starting', { baseUrl: 'http://127.0.0.1:9', apiKey: 'k' }, null])
  expect(happened).toEqual([`stopped ${join(dataDir, 'local-service')}`])
})
