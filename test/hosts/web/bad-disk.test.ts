/** The web host with its real core on a data folder that is full, read-only or gone. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openApp } from '#core/open-app.ts'
import { startWebHost } from '#hosts/web/start-web-host.ts'
import { tryReadOnly } from '#test/stand-ins/read-only.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { tryTmpfs } from '#test/stand-ins/tmpfs.ts'

async function start(dataDir: string) {
  const host = await startWebHost({ dataDir, port: 0, pageDir: join(dataDir, 'no-page'), openApp })
  if (!host.ok) throw new Error(host.error.message)
  const { origin, bearerToken } = host.data
  onTestFinished(() => host.data.close().catch(() => undefined))
  return async (route: string, input: object = {}) => {
    const answer = await fetch(`${origin}/rpc/${route}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearerToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    return (await answer.json()) as { ok: boolean; data?: unknown; error?: { code: string; message: string } }
  }
}

const DARK = { appearance: { theme: 'dark' } }
const LIGHT = { appearance: { theme: 'light' } }

test('does not start on a full disk, and says so', async ({ skip }) => {
  const dataDir = await makeTempDir()
  if (!tryTmpfs(dataDir, 'size=64k')) return skip('mounting is not permitted')
  await writeFile(join(dataDir, 'filler'), Buffer.alloc(65_536))
  expect(await startWebHost({ dataDir, port: 0, pageDir: dataDir, openApp })).toMatchObject({
    ok: false,
    error: { code: 'disk_full' },
  })
})

test('does not start on a read-only disk, and says so', async ({ skip }) => {
  const dataDir = await makeTempDir()
  if (!tryReadOnly(dataDir)) return skip('mounting is not permitted')
  expect(await startWebHost({ dataDir, port: 0, pageDir: dataDir, openApp })).toMatchObject({
    ok: false,
    error: { code: 'disk_error', message: expect.stringContaining('--data-dir') },
  })
})

test('lives on when the disk fills, keeps its settings whole, and goes on when there is room', async ({
  skip,
}) => {
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
})

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
