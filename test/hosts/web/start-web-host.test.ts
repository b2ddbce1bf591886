import { written } from '#contract/messages/message.ts'
import { readdir, writeFile, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, onTestFinished } from 'vitest'
import { fail, succeed } from '#contract/errors.ts'
import type { AppOptions } from '#core/app.ts'
import { startWebHost } from '#hosts/web/start-web-host.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openApp } from '#core/open-app.ts'
import { tryReadOnly, tryTmpfs } from '#test/stand-ins/small-disks.ts'
import { createFakeApp } from '../fake-app.ts'
import { say } from '#test/stand-ins/say.ts'
import { slow } from '#test/stand-ins/scale.ts'

async function setUp() {
  const app = createFakeApp()
  const seen: AppOptions[] = []
  const dataDir = await makeTempDir()
  const options = {
    dataDir,
    port: 0,
    pageDir: join(dataDir, 'no-page'),
    say,
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
  if (!host.ok) throw new Error(host.error.id)
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
  const conflict = fail('conflict', written('Atelier is already open on this folder.'))
  expect(await startWebHost({ ...options, openApp: async () => conflict })).toEqual(conflict)
})

test('closes the application again when its port is taken', async () => {
  const first = await setUp()
  const host = await startWebHost(first.options)
  if (!host.ok) throw new Error(host.error.id)
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
  if (!host.ok) throw new Error(host.error.id)
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
    finishSendingMs: 10_000,
    spawnService: (folder) => ({
      onLine: (listener) =>
        listener(JSON.stringify({ ready: true, baseUrl: 'http://127.0.0.1:9', apiKey: 'k' })),
      onExit: (listener) => void (end = listener),
      stop() {
        happened.push(`sent within ${app.sendingEnds.join()}`, `stopped ${folder}`)
        end('SIGTERM')
      },
    }),
  })
  if (!host.ok) throw new Error(host.error.id)
  await host.data.close()
  expect(app.services).toEqual(['starting', { baseUrl: 'http://127.0.0.1:9', apiKey: 'k' }, null])
  expect(happened).toEqual(['sent within 10000', `stopped ${join(dataDir, 'local-service')}`])
})

/** The web host with its real core on a data folder that is full, read-only or gone. */
async function start(dataDir: string) {
  const host = await startWebHost({ dataDir, port: 0, pageDir: join(dataDir, 'no-page'), openApp, say })
  if (!host.ok) throw new Error(host.error.id)
  const { origin, bearerToken } = host.data
  onTestFinished(() => host.data.close().catch(() => undefined))
  return async (route: string, input: object = {}) => {
    const response = await fetch(`${origin}/rpc/${route}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearerToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    return (await response.json()) as {
      ok: boolean
      data?: unknown
      error?: { code: string; message: string }
    }
  }
}

const DARK = { appearance: { theme: 'dark' } }
const LIGHT = { appearance: { theme: 'light' } }

test('does not start on a full disk, and says so', async ({ skip }) => {
  const dataDir = await makeTempDir()
  if (!tryTmpfs(dataDir, 'size=64k')) return skip('mounting is not permitted')
  await writeFile(join(dataDir, 'filler'), Buffer.alloc(65_536))
  expect(await startWebHost({ dataDir, port: 0, pageDir: dataDir, openApp, say })).toMatchObject({
    ok: false,
    error: { code: 'disk_full' },
  })
})

test('does not start on a read-only disk, and says so', async ({ skip }) => {
  const dataDir = await makeTempDir()
  if (!tryReadOnly(dataDir)) return skip('mounting is not permitted')
  expect(await startWebHost({ dataDir, port: 0, pageDir: dataDir, openApp, say })).toMatchObject({
    ok: false,
    error: { code: 'disk_error', id: 'hosts.dataFolderReadOnly', values: { folder: dataDir } },
  })
})

slow(
  'lives on when the disk fills, keeps its settings whole, and goes on when there is room',
  async ({ skip }) => {
    const dataDir = await makeTempDir()
    if (!tryTmpfs(dataDir, 'size=16m')) return skip('mounting is not permitted')
    const call = await start(dataDir)
    expect(await call('settings.set', LIGHT)).toMatchObject({ ok: true })
    const before = await readFile(join(dataDir, 'settings.json'), 'utf8')
    await writeFile(join(dataDir, 'filler'), Buffer.alloc(32 * 1024 * 1024)).catch(() => undefined)
    expect(await call('settings.set', DARK)).toMatchObject({ ok: false, error: { code: 'disk_full' } })
    expect(await readFile(join(dataDir, 'settings.json'), 'utf8')).toBe(before)
    expect(await call('app.supportBundle')).toMatchObject({ ok: true })
    await rm(join(dataDir, 'filler'))
    expect(await call('settings.set', DARK)).toMatchObject({ ok: true, data: DARK })
  },
)

test('lives on when the disk becomes read-only', async ({ skip }) => {
  const dataDir = await makeTempDir()
  const call = await start(dataDir)
  const release = tryReadOnly(dataDir)
  if (!release) return skip('mounting is not permitted')
  expect(await call('settings.set', DARK)).toMatchObject({ ok: false, error: { code: 'disk_error' } })
  expect(await call('app.info')).toMatchObject({ ok: true })
  release()
  expect(await call('settings.set', DARK)).toMatchObject({ ok: true })
})

test.each(['nothing', 'an empty folder'])(
  'lives on when the folder vanishes and leaves %s, writes nothing in its place, and goes on when it is back',
  async (left) => {
    const parent = await makeTempDir()
    const [dataDir, away] = [join(parent, 'data'), join(parent, 'away')]
    const call = await start(dataDir)
    await call('settings.set', LIGHT)
    await rename(dataDir, away)
    if (left === 'an empty folder') await mkdir(dataDir)
    expect(await call('settings.set', DARK)).toMatchObject({ ok: false, error: { code: 'disk_error' } })
    expect(await call('app.info')).toMatchObject({ ok: true })
    const inPlace = await readdir(dataDir).catch(() => null)
    expect(inPlace?.filter((name) => name.endsWith('.json')) ?? null).toEqual(left === 'nothing' ? null : [])
    await rm(dataDir, { recursive: true, force: true })
    await rename(away, dataDir)
    expect(await call('settings.get')).toMatchObject({ ok: true, data: LIGHT })
    expect(await call('settings.set', DARK)).toMatchObject({ ok: true, data: DARK })
  },
)
