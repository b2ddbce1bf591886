/**
 * Check 32: the states a system's protection can be in. In none of them is a key readable without the user's word, and in none
 * is anything deleted.
 */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { resetElectron, standIn } from '#test/stand-ins/electron.ts'
import { tryReadOnly } from '#test/stand-ins/small-disks.ts'
import { openKeyFixture } from './key-fixture.ts'

const KEY = 'canary-key-0123456789'
const READABLE = 1
const UNTIL_THE_END = 0

beforeEach(resetElectron)

const decode = (text: string | null): string =>
  Object.values(JSON.parse(text ?? '{}') as Record<string, string>)
    .map((ciphertext) => Buffer.from(ciphertext, 'base64').toString())
    .join('\n')

describe('no protection: the key stays in memory, and the file as it was', () => {
  test.each<readonly [string, NodeJS.Platform, () => void]>([
    ['unavailable', 'linux', () => (standIn.encryption.available = false)],
    ['unavailable on macOS', 'darwin', () => (standIn.encryption.available = false)],
    ['the question for it throws', 'win32', () => (standIn.encryption.available = new Error('none'))],
    ['the question for it is not answered', 'darwin', () => (standIn.encryption.isSilent = true)],
    ['asked before the system is ready', 'linux', () => (standIn.encryption.backend = 'unknown')],
    ['a backend nobody has heard of', 'linux', () => (standIn.encryption.backend = 'something_new')],
    ['the backend throws', 'linux', () => (standIn.encryption.backend = new Error('not ready'))],
  ])('%s', async (_, platform, play) => {
    const fixture = await openKeyFixture(platform)
    await (await fixture.open()).set('kept', KEY)
    const before = await fixture.text()
    play()
    const secrets = await fixture.open()
    expect([secrets.protection, secrets.choose]).toEqual(['session', undefined])
    expect(await secrets.get('kept')).toBeNull()
    expect(await secrets.set('other', KEY)).toEqual({ ok: true, data: null })
    expect([await secrets.get('other'), await fixture.text()]).toEqual([KEY, before])
    expect([standIn.dialogs, await (await fixture.open()).get('other')]).toEqual([[], null])
    expect(await fixture.everything()).not.toContain(KEY)
  })
})

describe('basic_text: a password everybody knows', () => {
  test('asks before the first key is kept, not before, and only once', async () => {
    const fixture = await openKeyFixture()
    standIn.encryption.backend = 'basic_text'
    const secrets = await fixture.open()
    expect([secrets.protection, standIn.dialogs]).toEqual(['undecided', []])
    expect(await secrets.get('p1')).toBeNull()
    standIn.presses = [UNTIL_THE_END]
    await Promise.all([secrets.set('p1', KEY), secrets.set('p2', KEY)])
    expect([standIn.dialogs.length, secrets.protection, await fixture.text()]).toEqual([1, 'session', null])
    expect(standIn.dialogs[0]).toMatchObject({
      defaultId: UNTIL_THE_END,
      message: 'This computer has no keychain.',
    })
    expect(await secrets.get('p1')).toBe(KEY)
  })

  test('keeps the answer: refused, it is not asked again, and nothing is written', async () => {
    const fixture = await openKeyFixture()
    standIn.encryption.backend = 'basic_text'
    standIn.presses = [UNTIL_THE_END]
    await (await fixture.open()).set('p1', KEY)
    const next = await fixture.open()
    await next.set('p1', KEY)
    expect([standIn.dialogs.length, next.protection, await fixture.text()]).toEqual([1, 'session', null])
    expect([await next.get('p1'), await (await fixture.open()).get('p1')]).toEqual([KEY, null])
    expect(standIn.encryption.usesPlainText).toBe(false)
  })

  test('keeps the answer: accepted, keys last', async () => {
    const fixture = await openKeyFixture()
    standIn.encryption.backend = 'basic_text'
    standIn.presses = [READABLE]
    await (await fixture.open()).set('p1', KEY)
    standIn.encryption.usesPlainText = false
    const next = await fixture.open()
    expect([next.protection, await next.get('p1'), standIn.dialogs.length]).toEqual(['readable', KEY, 1])
    expect((await stat(fixture.path)).mode & 0o077).toBe(0)
  })

  test('a question that is closed means memory, and is asked again at the next start', async () => {
    const fixture = await openKeyFixture()
    standIn.encryption.backend = 'basic_text'
    await (await fixture.open()).set('p1', KEY)
    expect([await fixture.text(), fixture.settings.text()]).toEqual([null, '[]'])
    expect((await fixture.open()).protection).toBe('undecided')
  })

  test('moves the keys when the user chooses again', async () => {
    const fixture = await openKeyFixture()
    await (await fixture.open()).set('of the keychain', KEY)
    standIn.encryption = { ...standIn.encryption, backend: 'basic_text', key: 'known' }
    standIn.presses = [UNTIL_THE_END, READABLE, UNTIL_THE_END]
    const secrets = await fixture.open()
    await secrets.set('p1', KEY)
    await secrets.choose?.()
    expect([secrets.protection, await secrets.get('p1')]).toEqual(['readable', KEY])
    expect(decode(await fixture.text())).toContain('v10:known')
    await secrets.choose?.()
    expect([secrets.protection, await secrets.get('p1')]).toEqual(['session', KEY])
    expect(Object.keys(JSON.parse((await fixture.text()) ?? '{}') as object)).toEqual(['of the keychain'])
  })

  test('is found in the bytes where a keychain was selected and is not used', async () => {
    const fixture = await openKeyFixture()
    standIn.encryption.mark = 'v10'
    const secrets = await fixture.open()
    await secrets.set('p1', KEY)
    expect([standIn.dialogs.length, await fixture.text(), secrets.protection]).toEqual([1, null, 'session'])
    expect(await secrets.get('p1')).toBe(KEY)
  })

  test('is the mark of the own key on macOS, and asked about nowhere but on Linux', async () => {
    const fixture = await openKeyFixture('darwin')
    standIn.encryption = { ...standIn.encryption, mark: 'v10', backend: new Error('only on Linux') }
    const secrets = await fixture.open()
    await secrets.set('p1', KEY)
    expect([secrets.protection, await (await fixture.open()).get('p1'), standIn.dialogs]).toEqual([
      'os',
      KEY,
      [],
    ])
  })
})

describe('a keychain that fails: nothing is deleted', () => {
  test('throws on encrypting: the key is refused with a sentence, not kept in silence', async () => {
    const fixture = await openKeyFixture()
    const secrets = await fixture.open()
    await secrets.set('p1', KEY)
    const before = await fixture.text()
    standIn.encryption.fails.encrypt = true
    const refused = await secrets.set('p1', 'another')
    expect(refused).toMatchObject({ ok: false, error: { code: 'not_available_here', field: 'apiKey' } })
    expect([await fixture.text(), await secrets.get('p1')]).toEqual([before, KEY])
  })

  test('throws on decrypting, for a while: the key is absent, and comes back', async () => {
    const fixture = await openKeyFixture()
    await (await fixture.open()).set('p1', KEY)
    const before = await fixture.text()
    standIn.encryption.fails.decrypt = true
    const secrets = await fixture.open()
    expect([await secrets.get('p1'), await fixture.text()]).toEqual([null, before])
    standIn.encryption.fails.decrypt = false
    expect(await secrets.get('p1')).toBe(KEY)
  })

  test('does not answer, for a while: nobody waits for ever', async () => {
    const fixture = await openKeyFixture()
    await (await fixture.open()).set('p1', KEY)
    const secrets = await fixture.open()
    standIn.encryption.isSilent = true
    expect(await secrets.get('p1')).toBeNull()
    standIn.encryption.isSilent = false
    expect([await secrets.get('p1'), secrets.protection]).toEqual([KEY, 'os'])
  })

  test('was reset, or is another one: old keys read as absent and stay, new ones are kept', async () => {
    const fixture = await openKeyFixture()
    const secrets = await fixture.open()
    await secrets.set('old', KEY)
    standIn.encryption = { ...standIn.encryption, backend: 'kwallet6', key: 'another' }
    expect(await secrets.get('old')).toBeNull()
    await secrets.set('new', KEY)
    await secrets.delete('new')
    standIn.encryption.key = 'k1'
    expect(await secrets.get('old')).toBe(KEY)
  })

  test('gave way to basic_text: its keys stay, unreadable, and nothing of them is sealed again', async () => {
    const fixture = await openKeyFixture()
    await (await fixture.open()).set('p1', KEY)
    const before = await fixture.text()
    standIn.encryption = { ...standIn.encryption, backend: 'basic_text', key: 'known', formerKey: 'k1' }
    const secrets = await fixture.open()
    expect([await secrets.get('p1'), await fixture.text(), secrets.protection]).toEqual([
      null,
      before,
      'undecided',
    ])
  })
})

describe('a key that is to be sealed again', () => {
  test('is, and opens with the former key gone', async () => {
    const fixture = await openKeyFixture()
    const secrets = await fixture.open()
    await secrets.set('p1', KEY)
    standIn.encryption = { ...standIn.encryption, key: 'k2', formerKey: 'k1' }
    expect(await secrets.get('p1')).toBe(KEY)
    standIn.encryption.formerKey = null
    expect(await secrets.get('p1')).toBe(KEY)
  })

  test.each<readonly [string, () => void]>([
    ['encrypting fails', () => (standIn.encryption.fails.encrypt = true)],
    ['it would be readable', () => (standIn.encryption.mark = 'v10')],
  ])('stays as it is where %s', async (_, play) => {
    const fixture = await openKeyFixture()
    const secrets = await fixture.open()
    await secrets.set('p1', KEY)
    const before = await fixture.text()
    standIn.encryption = { ...standIn.encryption, key: 'k2', formerKey: 'k1' }
    play()
    expect([await secrets.get('p1'), await fixture.text()]).toEqual([KEY, before])
  })
})

describe('a file that fails', () => {
  test('broken: read as empty and left alone; set aside, whole, before another is written', async () => {
    const fixture = await openKeyFixture()
    await writeFile(fixture.path, '{"a":')
    const secrets = await fixture.open()
    expect(await secrets.get('a')).toBeNull()
    await secrets.delete('a')
    expect([await readdir(fixture.dataDir), await fixture.text()]).toEqual([['secrets.json'], '{"a":'])
    await secrets.set('b', KEY)
    const aside = (await readdir(fixture.dataDir)).find((name) => name.startsWith('secrets.broken-'))
    expect([await readFile(join(fixture.dataDir, aside ?? ''), 'utf8'), await secrets.get('b')]).toEqual([
      '{"a":',
      KEY,
    ])
  })

  test('one broken entry: the others are read', async () => {
    const fixture = await openKeyFixture()
    const secrets = await fixture.open()
    await secrets.set('good', KEY)
    const entries = JSON.parse((await fixture.text()) ?? '') as Record<string, string>
    await writeFile(fixture.path, JSON.stringify({ ...entries, bad: '%%%' }))
    expect([await secrets.get('bad'), await secrets.get('good')]).toEqual([null, KEY])
  })

  test('cannot be written: said aloud, and what was there stays', async ({ skip }) => {
    const fixture = await openKeyFixture()
    const secrets = await fixture.open()
    await secrets.set('p1', KEY)
    const release = tryReadOnly(fixture.dataDir)
    if (!release) return skip('mounting is not permitted')
    await expect(secrets.set('p1', 'another')).rejects.toThrow('EROFS')
    await expect(secrets.delete('p1')).rejects.toThrow('EROFS')
    expect(await secrets.get('p1')).toBe(KEY)
    release()
    await secrets.set('p2', KEY)
    expect([await secrets.get('p1'), await secrets.get('p2')]).toEqual([KEY, KEY])
  })

  test('cannot be read: never taken for an empty one', async () => {
    const fixture = await openKeyFixture()
    await mkdir(fixture.path)
    const secrets = await fixture.open()
    expect(await secrets.get('p1')).toBeNull()
    await expect(secrets.set('p1', KEY)).rejects.toThrow('EISDIR')
    expect(await readdir(fixture.dataDir)).toEqual(['secrets.json'])
  })
})

test('a key is nowhere in what is written, in whichever state', async () => {
  const fixture = await openKeyFixture()
  const secrets = await fixture.open()
  await secrets.set('p1', KEY)
  standIn.encryption.key = 'another'
  await secrets.get('p1')
  expect(await fixture.everything()).not.toContain(KEY)
  expect(fixture.lines).toEqual(['A key could not be opened. It stays where it is.'])
})

test('a data folder that is gone: the key is refused aloud, and none is written in its place', async () => {
  const fixture = await openKeyFixture()
  const secrets = await fixture.open()
  await rename(fixture.dataDir, `${fixture.dataDir}-away`)
  await mkdir(fixture.dataDir)
  await expect(secrets.set('p1', KEY)).rejects.toThrow('ENODEV')
  expect(await readdir(fixture.dataDir)).toEqual([])
  await rm(`${fixture.dataDir}-away`, { recursive: true })
})
