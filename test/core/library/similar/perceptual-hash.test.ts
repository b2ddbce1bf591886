/** Perceptual hashes: stable under changes that the eye does not see, different for other images. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  countBits,
  hashDistance,
  perceptualHash,
  type PerceptualHash,
} from '#core/library/similar/perceptual-hash.ts'

/** An image of soft blots, another one for every seed. */
async function blots(seed: number, side = 256): Promise<Buffer> {
  let state = seed * 2_654_435_761
  const next = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0
    return state / 2 ** 32
  }
  const small = Uint8Array.from({ length: 36 * 3 }, () => Math.floor(next() * 256))
  return sharp(small, { raw: { width: 6, height: 6, channels: 3 } })
    .resize(side, side, { kernel: 'cubic' })
    .png()
    .toBuffer()
}

async function hashOrFail(bytes: Uint8Array): Promise<PerceptualHash> {
  const hash = await perceptualHash(bytes)
  if (!hash) throw new Error('The image is flat.')
  return hash
}

test('counts the bits that are set', () => {
  for (const word of [0, 1, 0x80000000, 0xffffffff, 0x12345678, -1]) {
    expect(countBits(word)).toBe((word >>> 0).toString(2).replaceAll('0', '').length)
  }
})

test('scaling, recompression, format and contrast hardly change a hash', async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const picture = await blots(seed)
    const hash = await hashOrFail(picture)
    const others = [
      await sharp(picture).resize(97, 97).png().toBuffer(),
      await sharp(picture).jpeg({ quality: 40 }).toBuffer(),
      await sharp(picture).webp({ quality: 50 }).toBuffer(),
      await sharp(picture).linear(0.85, 12).png().toBuffer(),
    ]
    for (const other of others) expect(hashDistance(hash, await hashOrFail(other))).toBeLessThanOrEqual(5)
  }
})

test('different images have different hashes', async () => {
  const hashes = await Promise.all(
    Array.from({ length: 20 }, async (_, seed) => hashOrFail(await blots(seed + 1))),
  )
  for (const [first, one] of hashes.entries()) {
    for (const other of hashes.slice(first + 1)) expect(hashDistance(one, other)).toBeGreaterThan(10)
  }
})

test('a flat image has no hash', async () => {
  const flat = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  expect(await perceptualHash(flat)).toBeNull()
})
