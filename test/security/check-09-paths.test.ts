/** Check 9: what the system is asked to open, show or drag is named by an asset's id; paths come from the library alone. */
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { openApp } from '#core/open-app.ts'
import type { Shell } from '#core/ports/shell.ts'
import { coreOptions } from '#test/stand-ins/core-options.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { findNodes, parseSource, readSources, wordOf, type Node } from './sources.ts'

/** The core with a shell that keeps what it is asked to hand to the system, and one image in its library. */
async function openWithShell() {
  const handed: string[] = []
  const shell: Shell = {
    reveal: async (path) => void handed.push(path),
    dragOut: async (paths) => void handed.push(...paths),
    copyImage: async (png) => void handed.push(`an image of ${(await sharp(png).metadata()).width} pixels`),
  }
  const dataDir = await makeTempDir()
  const opened = await openApp(
    coreOptions(dataDir, {
      shell,
      host: 'desktop',
      capabilities: ['reveal', 'dragOut'],
      clock: createManualClock(),
      random: () => 0.5,
    }),
  )
  if (!opened.ok) throw new Error(opened.error.message)
  const app = opened.data
  onTestFinished(() => app.close())
  const taken = await app.importFile({
    name: '../../evil.exe',
    body: new Blob([new Uint8Array(await makeImage(1))]).stream(),
  })
  if (!taken.ok) throw new Error(taken.error.message)
  const found = await app.call('library.query', {})
  const { items } = Object(found.ok ? found.data : {}) as { items: readonly { id: string; sha256: string }[] }
  return { app, dataDir, handed, asset: items[0] ?? { id: '', sha256: '' } }
}

test('hands on the file of an asset, under its generated name', async () => {
  const { app, dataDir, handed, asset } = await openWithShell()
  expect(await app.call('library.reveal', { id: asset.id })).toMatchObject({ ok: true })
  expect(await app.call('library.dragOut', { ids: [asset.id] })).toMatchObject({ ok: true })
  const path = join(dataDir, 'media', asset.sha256.slice(0, 2), `${asset.sha256}.png`)
  expect(await app.call('library.copyImage', { id: asset.id })).toMatchObject({ ok: true })
  expect(handed).toEqual([path, path, 'an image of 16 pixels'])
})

test('hands on nothing for what is no id', async () => {
  const { app, dataDir, handed, asset } = await openWithShell()
  const strangers = [
    '/etc/passwd',
    join(dataDir, 'library.db'),
    '..',
    'file:///etc/passwd',
    'C:\\Windows\\x.exe',
  ]
  const bent = [
    `${asset.id}\0`,
    `${asset.id}/../x`,
    ` ${asset.id}`,
    `media/${asset.id}`,
    asset.sha256,
    '__proto__',
    '',
  ]
  for (const id of [...strangers, ...bent]) {
    expect(await app.call('library.reveal', { id })).toMatchObject({ ok: false })
    expect(await app.call('library.dragOut', { ids: [id] })).toMatchObject({ ok: false })
    expect(await app.call('library.copyImage', { id })).toMatchObject({ ok: false })
  }
  expect(await app.call('library.reveal', { id: asset.id, path: '/etc/passwd' })).toMatchObject({ ok: false })
  expect(await app.call('library.reveal', { path: '/etc/passwd' })).toMatchObject({ ok: false })
  expect(handed).toEqual([])
})

/** `openPath` starts whatever belongs to a file, programs included: it is used nowhere. */
const HANDS_OVER = /^(?:openPath|showItemInFolder|startDrag|setRepresentedFilename|addRecentDocument)$/u

const isHandingOver = (node: Node): boolean =>
  node.type === 'MemberExpression' && HANDS_OVER.test(wordOf(node['property']))

test('has one place for each way to hand a file over', () => {
  const places = findNodes(readSources(), isHandingOver).map((line) => line.split(': ')[0])
  expect(new Set(places)).toEqual(
    new Set(['electron/adapters/electron/shell.ts', 'electron/hosts/desktop/shell/icons.ts']),
  )
  expect(places).toHaveLength(2)
})

test.each(['shell.openPath(path)', "shell['openPath'](path)"])('sees %s', (text) => {
  expect(findNodes([parseSource('a.ts', text)], isHandingOver)).toHaveLength(1)
})
