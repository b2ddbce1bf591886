/** Word lists are the user's own files; no name leads out of their folder. */
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWordLists } from '#core/prompts/word-lists.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'

test('comes with a few lists, which are the user’s own from then on', async () => {
  const app = await openTestApp()
  const names = async (of: typeof app) => (await of.ask('wordlists.list', {})).items.map(({ name }) => name)
  expect(await names(app)).toEqual(['animals', 'colours', 'light'])
  await writeFile(join(app.dataDir, 'wordlists', 'animals.txt'), 'only this\n')
  await app.ask('wordlists.set', { name: 'light', text: null })
  const [animals, colours] = (await app.ask('wordlists.list', {})).items
  expect([animals?.isStarter, colours?.isStarter]).toEqual([false, true])
  const again = await app.reopen()
  expect(await names(again)).toEqual(['animals', 'colours'])
  expect(await again.ask('wordlists.get', { names: ['animals', 'light'] })).toEqual({
    items: [{ name: 'animals', entries: ['only this'] }],
  })
})

test('reads one entry a line, without comments, blank lines and marks of Windows', async () => {
  const { lists, write } = await openLists()
  await write(
    'a.txt',
    '\uFEFFred fox\r\n\r\n# a comment\r\n  barn owl  \n\t\nsnow # not a comment\n   # one more\n雪豹',
  )
  expect(await lists.get(['a'])).toEqual([
    { name: 'a', entries: ['red fox', 'barn owl', 'snow # not a comment', '雪豹'] },
  ])
})

test('counts anew when a file was changed by others', async () => {
  const { lists, write } = await openLists()
  await write('a.txt', 'one')
  expect(await lists.list()).toEqual([{ name: 'a', count: 1, isStarter: false }])
  await write('a.txt', 'one\ntwo')
  expect(await lists.list()).toEqual([{ name: 'a', count: 2, isStarter: false }])
})

test('finds lists in folders, four deep, and answers them in the order asked for', async () => {
  const { lists, write } = await openLists()
  await write('a.txt', '1')
  await write('Ünder/日本/x_1/d-e.txt', '2')
  await write('1/2/3/4/5.txt', 'too deep')
  await write('not a name.txt', 'x')
  await write('b.md', 'x')
  await write('.hidden.txt', 'x')
  expect(await lists.list()).toEqual([
    { name: 'a', count: 1, isStarter: false },
    { name: 'Ünder/日本/x_1/d-e', count: 1, isStarter: false },
  ])
  expect(await lists.get(['Ünder/日本/x_1/d-e', 'missing', 'a', 'a'])).toEqual([
    { name: 'Ünder/日本/x_1/d-e', entries: ['2'] },
    { name: 'a', entries: ['1'] },
  ])
})

test('takes at most 10,000 entries of a list, and only the beginning of a file of many megabytes', async () => {
  const { lists, write } = await openLists()
  await write('many.txt', Array.from({ length: 10_005 }, (_, index) => `entry ${index}`).join('\n'))
  await write('long.txt', `first\n${'x'.repeat(6_000_000)}\nlast`)
  const [many, long] = await lists.get(['many', 'long'])
  expect(many?.entries).toHaveLength(10_000)
  expect(long?.entries).toEqual(['first', 'x'.repeat(2_000)])
})

test('writes a list whole and answers it; several at once do not mix', async () => {
  const app = await openTestApp()
  const set = (text: string) => app.ask('wordlists.set', { name: 'new/one', text })
  expect(await set('# x\nred\n\nblue\n')).toEqual({ name: 'new/one', entries: ['red', 'blue'] })
  await Promise.all(Array.from({ length: 20 }, (_, index) => set(`entry ${index}\n`.repeat(500))))
  const [list] = (await app.ask('wordlists.get', { names: ['new/one'] })).items
  expect(new Set(list?.entries).size).toBe(1)
  expect(list?.entries).toHaveLength(500)
  expect(await readdir(join(app.dataDir, 'wordlists', 'new'))).toEqual(['one.txt'])
})

test('reads a list as it was written, so that it can be written again without losing its comments', async () => {
  const app = await openTestApp()
  const text = '# Of the sea\n\nheron\n  # and of the land\nowl\n'
  await app.ask('wordlists.set', { name: 'birds', text })
  expect(await app.ask('wordlists.read', { name: 'birds' })).toEqual({ text })
  expect(await app.call('wordlists.read', { name: 'fish' })).toMatchObject({ error: { code: 'not_found' } })
})

test('does not hand out a part of a list that would be written again as the whole', async () => {
  const { lists, write } = await openLists()
  await write('long.txt', 'x\n'.repeat(1_000_001))
  await write('latin.txt', Buffer.from('caf\xe9', 'latin1'))
  await write('huge.txt', Buffer.alloc(5_000_000, 'x\n'))
  for (const name of ['long', 'latin', 'huge'])
    expect(await lists.read(name)).toMatchObject({ ok: false, error: { code: 'conflict' } })
})

test('does not follow links, neither to files nor to folders', async () => {
  const { lists, dataDir, write } = await openLists()
  const outside = join(dataDir, 'outside')
  await mkdir(outside)
  await writeFile(join(outside, 'secret.txt'), 'secret')
  await write('a.txt', 'x')
  await symlink(join(outside, 'secret.txt'), join(dataDir, 'wordlists', 'linked.txt'))
  await symlink(outside, join(dataDir, 'wordlists', 'folder'))
  expect(await lists.list()).toEqual([{ name: 'a', count: 1, isStarter: false }])
  expect(await lists.get(['linked', 'folder/secret'])).toEqual([])
  expect(await lists.read('linked')).toMatchObject({ ok: false, error: { code: 'not_found' } })
  expect(await lists.set('linked', 'changed')).toMatchObject({ ok: false, error: { code: 'conflict' } })
  expect(await lists.set('folder/secret', null)).toMatchObject({ ok: false, error: { code: 'conflict' } })
  expect(await lists.set('folder/new', 'x')).toMatchObject({ ok: false, error: { code: 'conflict' } })
  expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret')
  expect(await readdir(outside)).toEqual(['secret.txt'])
})

const NO_NAMES = [
  '',
  ...'. .. / // ../x ../../x a/../x a/../../x a/.. ./x a/./x /x /etc/passwd x/ a//x a/b/c/d/e'.split(' '),
  '..\\x',
  'a\\x',
  '\\\\host\\share\\x',
  'C:\\x',
  ...'C:x C:/x x.txt x. .x a.b'.split(' '),
  'x\0',
  'x\0.png',
  'x\n',
  'x\r',
  'x\t',
  ' x',
  'x ',
  'a b',
  ...'x%2e%2e %2e%2e%2fx ..%2fx ..%c0%afx %00 ~ ~/x $HOME ${x} `x` x|y x;y x&y x* x? <x> "x"'.split(' '),
  "'x'",
  'x:y',
  'x:stream',
  '．．/x',
  '․․/x',
  'x∕y',
  'x\u202Etxt',
  'x\uFEFF',
  '\u200B',
  '🦊',
  'a'.repeat(201),
  'CON',
  'nul',
  'a/aux',
  'com1',
  'LPT9/x',
]

test.each(NO_NAMES)('refuses the name %j, and touches nothing', async (name) => {
  const { lists, dataDir } = await openLists()
  await writeFile(join(dataDir, 'x.txt'), 'outside')
  await lists.list()
  expect(await lists.get([name])).toEqual([])
  expect(await lists.read(name)).toMatchObject({ ok: false, error: { code: 'not_found' } })
  for (const text of ['words', null]) {
    expect(await lists.set(name, text)).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
  }
  expect(await readdir(dataDir)).toEqual(['wordlists', 'x.txt'])
  expect(await readdir(join(dataDir, 'wordlists'))).toEqual([])
  expect(await readFile(join(dataDir, 'x.txt'), 'utf8')).toBe('outside')
})

test('says what is wrong with a name at the call', async () => {
  const app = await openTestApp()
  expect(await app.failure('wordlists.set', { name: '../x', text: 'x' })).toMatchObject({
    code: 'invalid_input',
    field: 'name',
  })
  expect(await app.failure('wordlists.get', { names: ['a', 'a/../b'] })).toMatchObject({
    code: 'invalid_input',
  })
})

async function openLists() {
  const dataDir = await makeTempDir()
  const root = join(dataDir, 'wordlists')
  await mkdir(root)
  return {
    dataDir,
    lists: createWordLists(dataDir),
    write: async (name: string, text: string | Uint8Array) => {
      const path = join(root, name)
      await mkdir(join(path, '..'), { recursive: true })
      await rm(path, { force: true })
      await writeFile(path, text)
    },
  }
}
