/** Images are read alike, however many come at once. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestReader } from '#test/stand-ins/test-reader.ts'

test('hundreds of images that are measured and drawn at once all have their size', async () => {
  const folder = await makeTempDir()
  const path = join(folder, 'image.png')
  await writeFile(
    path,
    await sharp({ create: { width: 16, height: 12, channels: 3, background: 'teal' } })
      .png()
      .toBuffer(),
  )
  const reader = await openTestReader()
  const measured = await Promise.all(
    Array.from({ length: 1_500 }, async (_, number) => {
      const sha256 = number.toString(16).padStart(64, '0')
      if (number % 3 === 0)
        await reader.read('thumbnail', { source: path, target: join(folder, `${number}.webp`) }, { sha256 })
      return reader.read('measure', { path, kind: 'image' }, { sha256 })
    }),
  )
  expect(measured.filter((size) => JSON.stringify(size) !== JSON.stringify(measured[0]))).toEqual([])
  expect(measured[0]).toMatchObject({ width: 16, height: 12 })
})
