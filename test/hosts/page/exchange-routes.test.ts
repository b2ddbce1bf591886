import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mediaFolders } from '#hosts/page/page-files.ts'
import { createPageHandler } from '#hosts/page/page-handler.ts'
import { handleRecipe, receiveSave } from '#hosts/page/uploads.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { createFakeApp } from '../fake-app.ts'
import { say } from '#test/stand-ins/say.ts'

const ORIGIN = 'http://127.0.0.1'

async function openAgentsFixture() {
  const dataDir = await makeTempDir()
  const app = createFakeApp()
  await mkdir(join(dataDir, 'exports'))
  const path = join(dataDir, 'exports', 'a.zip')
  await writeFile(path, 'PK zip')
  const zip = { path, mimeType: 'application/zip', sizeBytes: 6 }
  app.files.set('exported job_1', { ...zip, downloadName: 'Atelier "Füchse"\r\nX: y;.zip' })
  const handle = createPageHandler({ app, files: new Map(), mediaFolders: mediaFolders(dataDir), say })
  const send = (method: string, address: string, body?: string, headers: Record<string, string> = {}) =>
    handle(new Request(`${ORIGIN}${address}`, { method, headers, ...(body !== undefined && { body }) }))
  return { app, dataDir, zip, send }
}

test('a zip is only ever downloaded', async () => {
  const { send } = await openAgentsFixture()
  const response = await send('GET', '/exports/job_1')
  expect([response.status, await response.text()]).toEqual([200, 'PK zip'])
  expect(response.headers.get('content-type')).toBe('application/octet-stream')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment;/u)
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
})

test('nothing else is found there, and nothing outside of its folder is sent', async () => {
  const { app, dataDir, zip, send } = await openAgentsFixture()
  await writeFile(join(dataDir, 'library.db'), 'secret')
  await symlink(join(dataDir, 'library.db'), join(dataDir, 'exports', 'link.zip'))
  app.files.set('exported db', { ...zip, path: join(dataDir, 'library.db') })
  app.files.set('exported link', { ...zip, path: join(dataDir, 'exports', 'link.zip') })
  for (const address of [
    '/exports/db',
    '/exports/link',
    '/exports/none',
    '/exports/job_1/thumb',
    '/exports/a.zip',
    '/exports/',
  ]) {
    expect([address, (await send('GET', address)).status]).toEqual([address, 404])
  }
})

test('takes a file for the library with its name and date', async () => {
  const { app, send } = await openAgentsFixture()
  const headers = { 'x-file-name': 'F%C3%BCchse.png', 'x-file-modified': '1700000000000' }
  expect((await send('POST', '/imports', 'bytes', headers)).status).toBe(400)
  await send('POST', '/imports', 'more', { 'x-file-modified': '-1' })
  expect(app.imports).toEqual([
    ['Füchse.png', Buffer.from('bytes'), 1_700_000_000_000],
    ['input', Buffer.from('more'), undefined],
  ])
  expect((await send('POST', '/imports', 'x', { 'x-file-name': '%zz' })).status).toBe(400)
  expect((await send('POST', '/imports')).status).toBe(400)
  expect(app.imports).toHaveLength(2)
})

test('reads the recipe of a file, within a limit', async () => {
  const { app, send } = await openAgentsFixture()
  const response = await send('POST', '/recipes', 'bytes')
  expect(await response.json()).toEqual({ ok: true, data: { source: 'atelier', options: {} } })
  const large = new Request(`${ORIGIN}/recipes`, { method: 'POST', body: 'x'.repeat(11) })
  expect((await handleRecipe(app, large, say, 10)).status).toBe(413)
  expect(app.recipes).toEqual([Buffer.from('bytes')])
})

test('saves what the page made under its name, within a limit', async () => {
  const { app, send } = await openAgentsFixture()
  const response = await send('POST', '/saves', 'recipe', { 'x-file-name': 'F%C3%BCchse.atelier' })
  expect(await response.json()).toEqual({ ok: true, data: { saved: true } })
  expect((await send('POST', '/saves', 'x', { 'x-file-name': '%zz' })).status).toBe(400)
  const large = new Request(`${ORIGIN}/saves`, { method: 'POST', body: 'x'.repeat(11) })
  expect((await receiveSave(app, large, say, 10)).status).toBe(413)
  expect(app.saved).toEqual([['Füchse.atelier', Buffer.from('recipe')]])
})

test('reads no file where the host has no dialog to save it', async () => {
  const { app } = await openAgentsFixture()
  const { saveFile: _none, ...browsers } = app
  const request = new Request(`${ORIGIN}/saves`, { method: 'POST', body: 'x' })
  const response = await receiveSave(browsers, request, say)
  expect([response.status, request.bodyUsed, app.saved]).toEqual([501, false, []])
})

test.each(['/imports', '/recipes', '/saves'])('%s can only be posted to', async (address) => {
  const { send } = await openAgentsFixture()
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const response = await send(method, address)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  }
})
