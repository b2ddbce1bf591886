/** The pictures that are drawn in code: seen on light and on dark, and told apart without colour. */
import { expect, test } from 'vitest'
import { badgeImage, cardImage, trayImage, trayStateOf, type TrayState } from '#hosts/desktop/icons.ts'
import { told, type nativeImage } from '#test/stand-ins/electron-shell.ts'
import type { QueueLook } from '#hosts/desktop/queue-watch.ts'

type Picture = ReturnType<typeof nativeImage.createFromBitmap>

const STATES: readonly TrayState[] = ['idle', 'working', 'attention', 'paused']
const PLATFORMS = ['linux', 'darwin', 'win32'] as const

/** The sizes in a picture, each as its pixels: blue, green, red, alpha. */
function sizesOf(image: unknown): readonly (readonly [sizePx: number, scale: number, pixels: Buffer])[] {
  const picture = image as Picture
  const { width } = picture.getSize() as { readonly width: number }
  return [
    [width, 1, picture.toPNG()],
    ...picture.representations.map(
      ({ width: sizePx, scaleFactor, buffer }) => [sizePx, scaleFactor, buffer] as const,
    ),
  ]
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

function* solidPixels(pixels: Buffer): Generator<readonly [red: number, green: number, blue: number]> {
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] === 255) yield [pixels[at + 2] ?? 0, pixels[at + 1] ?? 0, pixels[at] ?? 0]
  }
}

test.each(PLATFORMS)('comes in the sizes of %s', (platform) => {
  const sizes = sizesOf(trayImage('idle', platform))
  expect(sizes.map(([sizePx, scale]) => [sizePx, scale])).toEqual(
    {
      linux: [[32, 1]],
      darwin: [
        [16, 1],
        [32, 2],
      ],
      win32: [
        [16, 1],
        [20, 1.25],
        [24, 1.5],
        [32, 2],
      ],
    }[platform],
  )
  for (const [sizePx, , pixels] of sizes) expect(pixels).toHaveLength(sizePx ** 2 * 4)
})

test.each(['linux', 'win32'] as const)('is seen on light panels and on dark ones (%s)', (platform) => {
  for (const state of STATES) {
    for (const [, , pixels] of sizesOf(trayImage(state, platform))) {
      const solid = [...solidPixels(pixels)]
      expect(solid.length).toBeGreaterThan(10)
      for (const color of solid) {
        const own = luminance(...color)
        expect(contrast(own, 1)).toBeGreaterThanOrEqual(3)
        expect(contrast(own, luminance(43, 43, 43))).toBeGreaterThanOrEqual(3)
      }
    }
  }
})

test('is a template of black alone on macOS, with a shape for each state', () => {
  told.length = 0
  const images = STATES.map((state) => sizesOf(trayImage(state, 'darwin')))
  expect(told).toEqual(STATES.map(() => ['image.setTemplateImage', true]))
  for (const [, , pixels] of images.flat()) {
    expect(pixels.every((value, at) => at % 4 === 3 || value === 0)).toBe(true)
  }
  for (const scale of [0, 1]) {
    const shapes = images.map((sizes) => sizes[scale]?.[2] ?? Buffer.alloc(0))
    for (const [index, shape] of shapes.entries()) {
      for (const other of shapes.slice(index + 1)) {
        const different = shape.filter((value, at) => Math.abs(value - (other[at] ?? 0)) > 128).length
        // In a hundred of its pixels, as much as an eye tells at a glance.
        expect((different * 4 * 100) / shape.length).toBeGreaterThan(3)
      }
    }
  }
})

test('pixels are premultiplied, as createFromBitmap takes them', () => {
  for (const image of [...STATES.map((state) => trayImage(state, 'linux')), badgeImage(), cardImage()]) {
    for (const [, , pixels] of sizesOf(image)) {
      for (let at = 0; at < pixels.length; at += 4) {
        expect(Math.max(...pixels.subarray(at, at + 3))).toBeLessThanOrEqual(pixels[at + 3] ?? 0)
      }
    }
  }
})

test('what needs the user comes before a pause, and a pause before work', () => {
  const look = { running: 0, downloading: 0, waiting: 0, needsYou: 0, paused: false, progress: null }
  const stateOf = (change: Partial<QueueLook>) => trayStateOf({ ...look, ...change })
  expect([
    stateOf({}),
    stateOf({ running: 1 }),
    stateOf({ waiting: 1 }),
    stateOf({ waiting: 1, paused: true }),
    stateOf({ paused: true, needsYou: 1 }),
  ]).toEqual(['idle', 'working', 'working', 'paused', 'attention'])
})
