/** Check 25: an image is measured before it is decoded, and not decoded where its pixels or frames would fill the memory. */
import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { openTestLibrary } from '../core/library/fixtures.ts'

/** A PNG of `side` squared black pixels, as small as it can be. */
function pixelBomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'ascii'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc((side * 3 + 1) * side), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('14,000 x 14,000 pixels are measured, kept, and never decoded', async () => {
  const { library, addBytes } = await openTestLibrary()
  const bomb = pixelBomb(14_000)
  expect(bomb.byteLength).toBeLessThan(700_000)
  const asset = await addBytes(bomb)
  expect(asset).toMatchObject({ width: 14_000, height: 14_000, sizeBytes: bomb.byteLength })
  const record = library.find(asset.id)
  expect(record).toMatchObject({ width: 14_000 })
  expect(record && (await library.thumbnails.ensure(record))).toBeNull()
})

test('refuses such an image as an input, and says its size', async () => {
  const app = await openTestApp()
  const result = await app.app.addInput('fox.png', pixelBomb(14_000))
  expect(result.ok ? '' : result.error.message).toMatch(/14000 × 14000/)
})
