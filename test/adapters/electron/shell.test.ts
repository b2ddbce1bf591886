import { afterEach, expect, test } from 'vitest'
import { createDesktopShell } from '#adapters/electron/shell.ts'
import { resetElectron, standIn } from '#test/stand-ins/electron.ts'
import { say } from '#test/stand-ins/say.ts'

afterEach(resetElectron)

test('lets the user choose a folder, takes a closed dialog for no choice, and begins at the last one', async () => {
  const { chooseFolder } = createDesktopShell(() => null, say)
  expect(await chooseFolder?.()).toBeNull()
  standIn.chosen.push('/pictures')
  expect(await chooseFolder?.()).toBe('/pictures')
  await chooseFolder?.()
  const properties = ['openDirectory', 'createDirectory']
  expect(standIn.dialogs).toEqual([{ properties }, { properties }, { properties, defaultPath: '/pictures' }])
})

test('asks where a file goes, where downloads go first and where the last one went then', async () => {
  const { chooseFile } = createDesktopShell(() => null, say)
  expect(await chooseFile?.('a fox.atelier')).toBeNull()
  standIn.chosen.push('/works/b.zip')
  expect(await chooseFile?.('b.zip')).toBe('/works/b.zip')
  await chooseFile?.('c.xyz')
  const properties = ['createDirectory', 'showOverwriteConfirmation']
  expect(standIn.dialogs).toEqual([
    {
      properties,
      defaultPath: '/standard/downloads/a fox.atelier',
      filters: [{ name: 'Atelier recipe', extensions: ['atelier'] }],
    },
    {
      properties,
      defaultPath: '/standard/downloads/b.zip',
      filters: [{ name: 'Zip archive', extensions: ['zip'] }],
    },
    { properties, defaultPath: '/works/c.xyz' },
  ])
})

test('shows a file in the file manager', async () => {
  await createDesktopShell(() => null, say).reveal('/data/media/ab/ab.png')
  expect(standIn.revealed).toEqual(['/data/media/ab/ab.png'])
})
