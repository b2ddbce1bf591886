import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawIcons } from '../../electron/scripts/package/icons.ts'

const ASSETS_DIR = join(import.meta.dirname, '../../assets')

async function pixels(image: Buffer): Promise<Buffer> {
  return sharp(image).ensureAlpha().raw().toBuffer()
}

test('the icons are those that the drawing gives, pixel for pixel', async () => {
  const drawn = await drawIcons()
  const kept = ['icons', 'shell'].flatMap((folder) =>
    readdirSync(join(ASSETS_DIR, folder)).map((name) => `${folder}/${name}`),
  )
  expect(kept.toSorted()).toEqual([...drawn.keys()].toSorted())
  for (const [name, bytes] of drawn) {
    const file = readFileSync(join(ASSETS_DIR, name))
    const isSame = name.endsWith('.png')
      ? (await pixels(file)).equals(await pixels(bytes))
      : file.equals(bytes)
    expect([name, isSame]).toEqual([name, true])
  }
})

test('every size is there for every system', async () => {
  const drawn = await drawIcons()
  const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1_024]
  for (const size of sizes) {
    const { width, height } = await sharp(drawn.get(`icons/${size}x${size}.png`)).metadata()
    expect([width, height]).toEqual([size, size])
  }
  expect(drawn.get('icons/icon.icns')?.subarray(0, 4).toString()).toBe('icns')
  // ICO: type 1, then how many images there are (Microsoft, "The ICONDIR structure").
  expect([
    drawn.get('icons/icon.ico')?.readUInt16LE(2),
    drawn.get('icons/icon.ico')?.readUInt16LE(4),
  ]).toEqual([1, 9])
})
