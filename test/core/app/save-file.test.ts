/** Files that the page made: saved where the user says, whole, under a name that every system keeps. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFileSaver } from '#core/app/save-file.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { tryTmpfs } from '#test/stand-ins/tmpfs.ts'

const BYTES = Buffer.from('{"a":1}')

/** The user's answers in the dialog, by the name that was proposed. */
async function setUp(answer: (folder: string, name: string) => string | null) {
  const folder = await makeTempDir()
  const proposed: string[] = []
  const save = createFileSaver(async (name) => {
    proposed.push(name)
    return answer(folder, name)
  })
  return { folder, proposed, save }
}

test('writes the file where the user says, over what was agreed to', async () => {
  const { folder, save } = await setUp((place) => join(place, 'mine.json'))
  await writeFile(join(folder, 'mine.json'), 'before')
  expect(await save('preset.json', BYTES)).toEqual({ ok: true, data: { saved: true } })
  expect([await readFile(join(folder, 'mine.json')), await readdir(folder)]).toEqual([BYTES, ['mine.json']])
})

test('writes nothing where the dialog is closed', async () => {
  const { folder, save } = await setUp(() => null)
  expect(await save('preset.json', BYTES)).toEqual({ ok: true, data: { saved: false } })
  expect(await readdir(folder)).toEqual([])
})

test('proposes names and never a place', async () => {
  const { proposed, save } = await setUp(() => null)
  await save('../../.ssh/a\u202Efox.JSON', BYTES)
  await save('C:\\con.txt', BYTES)
  await save('two\nlines\0.png', BYTES)
  await save('.atelier', BYTES)
  expect(proposed).toEqual(['ssh-afox.json', 'C-con.txt', 'two lines.png', 'asset.atelier'])
})

test.each(['a.exe', 'a.desktop', 'a.json.sh', 'a', '', 'a.png\n.bat', 'a.png '])(
  'asks nobody about %j, which the page does not make',
  async (name) => {
    const { proposed, save } = await setUp((folder, given) => join(folder, given))
    expect(await save(name, BYTES)).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
    expect(proposed).toEqual([])
  },
)

test('what was there stays where the disk refuses, and the user reads why', async () => {
  const { folder, save } = await setUp((place) => join(place, 'gone', 'mine.json'))
  expect(await save('preset.json', BYTES)).toMatchObject({
    ok: false,
    error: { code: 'disk_error', message: expect.stringContaining('The file was not saved:') as string },
  })
  await mkdir(join(folder, 'there.json'))
  const overFolder = createFileSaver(async () => join(folder, 'there.json'))
  expect(await overFolder('preset.json', BYTES)).toMatchObject({ ok: false, error: { code: 'disk_error' } })
  expect(await readdir(folder)).toEqual(['there.json'])
})

test('a disk that becomes full leaves what was there, and nothing half', async ({ skip }) => {
  const { folder, save } = await setUp((place) => join(place, 'mine.png'))
  if (!tryTmpfs(folder, 'size=64k')) return skip('mounting is not permitted')
  await writeFile(join(folder, 'mine.png'), 'before')
  expect(await save('picture.png', Buffer.alloc(200_000))).toMatchObject({
    ok: false,
    error: { code: 'disk_full' },
  })
  expect([await readFile(join(folder, 'mine.png'), 'utf8'), await readdir(folder)]).toEqual([
    'before',
    ['mine.png'],
  ])
})
