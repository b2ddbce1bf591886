/** The icons of the shell: visible on light and on dark panels, and different without colour. */
import sharp from 'sharp'
import { expect, test, beforeEach } from 'vitest'
import {
  badgeImage,
  cardImage,
  trayImage,
  trayStateOf,
  type TrayState,
  dragOut,
} from '#hosts/desktop/shell/icons.ts'
import type { QueueSummary } from '#hosts/desktop/shell/queue-watch.ts'
import { told, type nativeImage } from '#test/stand-ins/electron-shell.ts'
import { join } from 'node:path'
import type { BrowserWindow as ElectronWindow } from 'electron'
import { canStartAtLogin } from '#hosts/desktop/shell/follow-settings.ts'
import { BrowserWindow, resetElectron } from '#test/stand-ins/electron.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const STATES: readonly TrayState[] = ['idle', 'working', 'attention', 'paused']

type Pixels = readonly (readonly [red: number, green: number, blue: number, alpha: number])[]

function image(from: unknown) {
  return from as ReturnType<typeof nativeImage.createFromBuffer>
}

async function pixelsOf(from: unknown): Promise<Pixels> {
  const bytes = await sharp(image(from).toPNG()).ensureAlpha().raw().toBuffer()
  return Array.from({ length: bytes.length / 4 }, (_, at) => [...bytes.subarray(4 * at, 4 * at + 4)] as never)
}

/** Relative luminance (WCAG 2.2) of a colour, 0 to 255 each. */
function luminance(...color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

test('come with two pixels per point, and on Linux pixel for pixel', async () => {
  const scales = (['linux', 'darwin', 'win32'] as const).map(
    (platform) => image(trayImage('idle', platform)).scaleFactor,
  )
  expect(scales).toEqual([1, 2, 2])
  const sides = await Promise.all(
    [trayImage('idle', 'linux'), badgeImage(), cardImage()].map(async (icon) =>
      Math.sqrt((await pixelsOf(icon)).length),
    ),
  )
  expect(sides).toEqual([32, 32, 64])
})

test.each(STATES)('are visible on light panels and on dark ones (%s)', async (state) => {
  const solid = (await pixelsOf(trayImage(state, 'linux'))).filter(([, , , alpha]) => alpha === 255)
  expect(solid.length).toBeGreaterThan(10)
  for (const [red, green, blue] of solid) {
    const own = luminance(red, green, blue)
    expect(contrast(own, 1)).toBeGreaterThanOrEqual(3)
    expect(contrast(own, luminance(43, 43, 43))).toBeGreaterThanOrEqual(3)
  }
})

test('are templates of black alone on macOS, with a shape for each state', async () => {
  told.length = 0
  const images = await Promise.all(STATES.map((state) => pixelsOf(trayImage(state, 'darwin'))))
  expect(told).toEqual(STATES.map(() => ['image.setTemplateImage', true]))
  expect(images.flat().every(([red, green, blue]) => red + green + blue === 0)).toBe(true)
  for (const [index, one] of images.entries()) {
    for (const other of images.slice(index + 1)) {
      const different = one.filter(
        ([, , , alpha], at) => Math.abs(alpha - (other[at]?.[3] ?? 0)) > 128,
      ).length
      // Three in a hundred pixels are visible at a glance.
      expect((different * 100) / one.length).toBeGreaterThan(3)
    }
  }
})

test('what needs the user comes before a pause, and a pause before work', () => {
  const none = { running: 0, downloading: 0, waiting: 0, needsYou: 0, approvals: 0 }
  const empty = { ...none, paused: false, progress: null }
  const stateOf = (change: Partial<QueueSummary>) => trayStateOf({ ...empty, ...change })
  expect([
    stateOf({}),
    stateOf({ running: 1 }),
    stateOf({ waiting: 1 }),
    stateOf({ waiting: 1, paused: true }),
    stateOf({ paused: true, needsYou: 1 }),
    stateOf({ running: 1, approvals: 1 }),
  ]).toEqual(['idle', 'working', 'working', 'paused', 'attention', 'attention'])
})

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
