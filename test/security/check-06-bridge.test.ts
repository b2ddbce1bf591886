/** Check 6: the bridge gives the page three plain functions, and nothing of Electron through them. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import '#hosts/desktop/preload.ts'
import { filePaths, ipcRenderer, standIn } from '#test/stand-ins/electron.ts'

test('exposes three functions and nothing else', () => {
  expect([...standIn.exposed.keys()]).toEqual(['atelier'])
  const api = standIn.exposed.get('atelier') ?? {}
  expect(Object.entries(api).map(([name, value]) => [name, typeof value])).toEqual([
    ['call', 'function'],
    ['file', 'function'],
    ['on', 'function'],
  ])
})

test('sends every call over the one channel', async () => {
  await standIn.exposed.get('atelier')?.['call']?.('tasks.get', { id: 't1' })
  expect(ipcRenderer.invoked).toEqual([['atelier:call', 'tasks.get', { id: 't1' }]])
})

test('hands over the path of a file that lies somewhere, and of nothing that the page has made', async () => {
  ipcRenderer.invoked.length = 0
  const hand = (file: unknown) => standIn.exposed.get('atelier')?.['file']?.('/inputs', file, { a: 'b' })
  const picked = new File(['a fox'], 'fox.png')
  filePaths.set(picked, '/pictures/fox.png')
  await hand(picked)
  expect(ipcRenderer.invoked).toEqual([['atelier:file', '/inputs', '/pictures/fox.png', { a: 'b' }]])
  expect([hand(new File(['made'], '/etc/passwd')), ipcRenderer.invoked.length]).toEqual([null, 1])
  expect(() => hand({ path: '/etc/passwd' })).toThrow('expected to receive a File')
})

test('hands on the message of an event alone, until it is unsubscribed', () => {
  const heard: unknown[] = []
  const unsubscribe = standIn.exposed.get('atelier')?.['on']?.((...all: unknown[]) => heard.push(all))
  ipcRenderer.emit('atelier:event', { sender: 'not for the page' }, { name: 'a' })
  if (typeof unsubscribe === 'function') unsubscribe()
  ipcRenderer.emit('atelier:event', {}, { name: 'b' })
  expect([heard, ipcRenderer.listenerCount('atelier:event')]).toEqual([[[{ name: 'a' }]], 0])
})

test('loads nothing at run time but Electron', async () => {
  const source = await readFile(join(import.meta.dirname, '../../electron/hosts/desktop/preload.ts'), 'utf8')
  const loaded = [...source.matchAll(/^import (?!type )[^'"]*['"]([^'"]+)['"]/gm)].map(([, name]) => name)
  expect([loaded, /\brequire\(|\bimport\(/.test(source)]).toEqual([['electron'], false])
})
