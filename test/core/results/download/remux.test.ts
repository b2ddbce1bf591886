/** A stream that cannot be put into an MP4 leaves nothing behind: no file is held open. */
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { remuxToMp4 } from '#core/results/download/remux.ts'
import { noiseImage } from '#test/stand-ins/hostile-content.ts'
import { makeStream } from '#test/stand-ins/stream-files.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { tinyAudio } from '#test/stand-ins/tiny-media.ts'
import { until } from '#test/stand-ins/until.ts'

const OPEN = '/proc/self/fd'
const canCount = process.platform === 'linux'
const TRIES = 20

async function segment(): Promise<Buffer> {
  const { files } = await makeStream('ts')
  const [bytes] = [...files].flatMap(([name, content]) => (name.endsWith('.ts') ? [content] : []))
  return bytes ?? Buffer.alloc(0)
}

test.skipIf(!canCount).each<[string, () => Promise<Uint8Array>]>([
  ['no media', async () => Buffer.from('nothing')],
  ['an image', async () => noiseImage(1, 5_000)],
  ['an audio file', async () => tinyAudio(0.2)],
  ['cut short', async () => (await segment()).subarray(0, 2_000)],
  [
    'damaged in the middle',
    async () => {
      const bytes = Buffer.from(await segment())
      bytes.fill(0xff, 1_500, bytes.length - 400)
      return bytes
    },
  ],
])('of %s', async (_, make) => {
  const folder = await makeTempDir()
  const [from, to] = [join(folder, 'a.ts'), join(folder, 'a.mp4')]
  await writeFile(from, await make())
  const { signal } = new AbortController()
  await remuxToMp4(from, to, signal)
  const before = readdirSync(OPEN).length
  for (let count = 0; count < TRIES; count++) await remuxToMp4(from, to, signal)
  const areClosed = () => readdirSync(OPEN).length < before + TRIES / 2
  expect(await until(areClosed, { what: 'files to be closed' })).toBe(true)
})
