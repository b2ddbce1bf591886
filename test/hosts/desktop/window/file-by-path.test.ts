import { execFileSync } from 'node:child_process'
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { receiveByPath } from '#hosts/desktop/window/file-by-path.ts'
import { createPageHandler } from '#hosts/page/page-handler.ts'
import { createFakeApp } from '#test/hosts/fake-app.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { say } from '#test/stand-ins/say.ts'

async function setUp() {
  const app = createFakeApp()
  const folder = await makeTempDir()
  const handle = createPageHandler({ app, files: new Map(), mediaFolders: [], say, maxInputBytes: 1_000 })
  const path = join(folder, 'a fox.png')
  await writeFile(path, 'a fox')
  const headers = { 'content-type': 'image/png', 'x-file-name': 'a%20fox.png', 'x-file-modified': '5' }
  const receive = (...call: readonly unknown[]) => receiveByPath(handle, call)
  return { app, folder, path, headers, receive }
}

test('reads a file as if the page had sent its bytes', async () => {
  const { app, path, headers, receive } = await setUp()
  expect(await receive('/inputs', path, headers)).toMatchObject({ ok: true, data: { name: 'a fox.png' } })
  await receive('/imports', path, headers)
  await receive('/recipes', path, {})
  const bytes = Buffer.from('a fox')
  expect([
    app.uploads.map(([name, sent]) => [name, Buffer.from(sent)]),
    app.imports,
    app.recipes.map((sent) => Buffer.from(sent)),
  ]).toEqual([[['a fox.png', bytes]], [['a fox.png', bytes, 5]], [bytes]])
})

test('a file that is too large is refused as any upload is', async () => {
  const { app, folder, headers, receive } = await setUp()
  const large = join(folder, 'large.png')
  await writeFile(large, '')
  await truncate(large, 5_000_000_000)
  expect(await receive('/inputs', large, headers)).toMatchObject({
    ok: false,
    error: { code: 'invalid_input' },
  })
  expect(app.uploads).toEqual([])
})

test('links, folders, pipes and what is not there are left to the page', async () => {
  const { app, folder, path, headers, receive } = await setUp()
  await mkdir(join(folder, 'folder.png'))
  await symlink(path, join(folder, 'link.png'))
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(folder, 'pipe.png')])
  for (const name of ['folder.png', 'link.png', 'pipe.png', 'gone.png'])
    expect(await receive('/inputs', join(folder, name), headers)).toBeNull()
  expect(app.uploads).toEqual([])
})

test.each([
  ['another place', '/saves', null, {}],
  ['a place outside the page', 'https://a.example/inputs', null, {}],
  ['a path that is relative', '/inputs', 'a.png', {}],
  ['a path with a zero', '/inputs', '/a\0.png', {}],
  ['another computer', '/inputs', '//server/a.png', {}],
  ['no path', '/inputs', 7, {}],
  ['a header that no upload has', '/inputs', null, { cookie: 'a' }],
  ['a header that is no text', '/inputs', null, { 'x-file-name': 7 }],
])('takes nothing from %s', async (_, place, given, headers) => {
  const { app, path, receive } = await setUp()
  expect(await receive(place, given ?? path, headers)).toBeNull()
  expect([app.uploads, app.saved]).toEqual([[], []])
})

test('a header that cannot be sent is no request', async () => {
  const { path, receive } = await setUp()
  await expect(receive('/inputs', path, { 'x-file-name': 'a\nb: c' })).rejects.toThrow(/header/i)
})
