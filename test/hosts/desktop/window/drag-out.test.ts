import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import type { BrowserWindow as ElectronWindow } from 'electron'
import { dragOut } from '#hosts/desktop/shell/icons.ts'
import { canStartAtLogin } from '#hosts/desktop/shell/follow-settings.ts'
import { told } from '#test/stand-ins/electron-shell.ts'
import { BrowserWindow, resetElectron } from '#test/stand-ins/electron.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

beforeEach(resetElectron)

const open = () => {
  const stand = new BrowserWindow({})
  return { stand, window: stand as unknown as ElectronWindow }
}

test('drags files with an image, of its own where there is none', async () => {
  const { stand, window } = open()
  const thumb = join(await makeTempDir(), 'thumb.webp')
  await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .webp()
    .toFile(thumb)
  await dragOut(window, ['/a.png', '/b.png'], thumb)
  await dragOut(window, ['/a.png'], '/none.webp')
  stand.destroyed = true
  await dragOut(window, ['/a.png'], null)
  expect(told).toMatchObject([
    ['contents.startDrag', { file: '/a.png', files: ['/a.png', '/b.png'] }],
    ['contents.startDrag', { files: ['/a.png'] }],
  ])
  expect(told.every(([, item]) => !(item as { icon: { isEmpty(): boolean } }).icon.isEmpty())).toBe(true)
})

test('starts at login only where the system has a call for it, and an installed program', () => {
  expect(
    (['darwin', 'win32', 'linux'] as const).map((platform) => [
      canStartAtLogin(true, platform),
      canStartAtLogin(false, platform),
    ]),
  ).toEqual([
    [true, false],
    [true, false],
    [false, false],
  ])
})
