/** Each kind of file is told from one that ends too early, wherever that is. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { endOf } from '#core/library/exchange/watched/file-end.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { tinyAudio, tinyVideo } from '#test/stand-ins/tiny-media.ts'

const image = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: 200, g: 20, b: 90 } } })

const FILES: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  png: () => image().png().toBuffer(),
  jpg: () => image().jpeg().toBuffer(),
  gif: () => image().gif().toBuffer(),
  webp: () => image().webp().toBuffer(),
  avif: () => image().avif().toBuffer(),
  wav: async () => tinyAudio(0.05),
  mp4: () => tinyVideo({ width: 64, height: 64, frames: 2, fps: 10 }),
}

test.each(Object.entries(FILES))('%s', async (extension, make) => {
  const bytes = await make()
  const path = join(await makeTempDir(), `file.${extension}`)
  const endAt = async (length: number) => {
    await writeFile(path, bytes.subarray(0, length))
    return endOf(path, extension)
  }
  expect(await endAt(bytes.length)).toBe('whole')
  const step = Math.max(1, Math.floor(bytes.length / 40))
  for (let length = 20; length < bytes.length; length += step)
    expect([length, await endAt(length)]).toEqual([length, 'cutOff'])
})

test('a JPEG whose thumbnail has an end is none because of that', async () => {
  const thumbnail = await image().resize(8).jpeg().toBuffer()
  const bytes = await image().jpeg().toBuffer()
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), thumbnail])
  segment.writeUInt16BE(segment.length - 2, 2)
  const whole = Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)])
  const path = join(await makeTempDir(), 'file.jpg')
  await writeFile(path, whole)
  expect(await endOf(path, 'jpg')).toBe('whole')
  for (const length of [whole.length - 10, segment.length + 10]) {
    await writeFile(path, whole.subarray(0, length))
    expect(await endOf(path, 'jpg')).toBe('cutOff')
  }
})

test.each(['png', 'jpg', 'gif', 'webp', 'wav'])(
  'what another program lays behind a %s does no harm',
  async (extension) => {
    const path = join(await makeTempDir(), `file.${extension}`)
    const bytes = (await FILES[extension]?.()) ?? Buffer.alloc(0)
    await writeFile(path, Buffer.concat([bytes, Buffer.from('what another program lays behind it')]))
    expect(await endOf(path, extension)).toBe('whole')
  },
)

test('of a format without an end nothing is said', async () => {
  const path = join(await makeTempDir(), 'file.mp3')
  await writeFile(path, 'ID3')
  expect(await endOf(path, 'mp3')).toBe('unknown')
  expect(await endOf(path, 'constructor')).toBe('unknown')
})
