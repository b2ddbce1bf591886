/** Check 6: the bridge gives the page two plain functions, and nothing of Electron through them. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import '#hosts/desktop/preload.ts'
import { ipcRenderer, standIn } from '#test/stand-ins/electron.ts'

test('exposes two functions and nothing else', () => {
  expect([...standIn.exposed.keys()]).toEqual(['atelier'])
  const api = standIn.exposed.get('atelier') ?? {}
  expect(Object.entries(api).map(([name, value]) => [name, typeof value])).toEqual([
    ['call', 'function'],
    ['on', 'function'],
  ])
})

test('sends every call over the one channel', async () => {
  await standIn.exposed.get('atelier')?.['call']?.('tasks.get', { id: 't1' })
  expect(ipcRenderer.invoked).toEqual([['atelier:call', 'tasks.get', { id: 't1' }]])
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
