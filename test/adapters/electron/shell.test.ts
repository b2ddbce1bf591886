import { afterEach, expect, test } from 'vitest'
import { createDesktopShell } from '#adapters/electron/shell.ts'
import { resetElectron, standIn } from '#test/stand-ins/electron.ts'

afterEach(resetElectron)

test('lets the user choose a folder, and takes a closed dialog for no choice', async () => {
  const { chooseFolder } = createDesktopShell()
  expect(await chooseFolder?.()).toBeNull()
  standIn.chosen.push('/pictures')
  expect(await chooseFolder?.()).toBe('/pictures')
  expect(standIn.dialogs).toEqual(
    Array.from({ length: 2 }, () => ({ properties: ['openDirectory', 'createDirectory'] })),
  )
})

test('shows a file in the file manager', async () => {
  await createDesktopShell().reveal('/data/media/ab/ab.png')
  expect(standIn.revealed).toEqual(['/data/media/ab/ab.png'])
})
