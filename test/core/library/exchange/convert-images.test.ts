/** Exports that convert images: what leaves, what stays as it is, and where the recipes are. */
import { message } from '#contract/messages/message.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { tinyVideo } from '#test/stand-ins/tiny-media.ts'
import { namesIn, openExchange, readZip } from './fixtures.ts'

slow(
  'converts images on their way out, with their recipe in the file or beside it, and leaves the rest as it is',
  async () => {
    const exchange = await openExchange()
    const { sha256 } = await exchange.addBytes(
      await sharp({ create: { width: 400, height: 200, channels: 4, background: '#f008' } })
        .png()
        .toBuffer(),
      { prompt: 'a fox' },
    )
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const flip = sharp(
      await sharp({ create: { width: 8, height: 16, channels: 3, background: '#0f0', noise } })
        .raw()
        .toBuffer(),
      { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } },
    )
    await exchange.addBytes(await flip.gif().toBuffer(), { prompt: 'a bear' })
    const video = await exchange.addBytes(await tinyVideo({ width: 32, height: 32, frames: 2, fps: 10 }), {
      prompt: 'a film',
    })
    const before = await readFile(exchange.library.media.path(sha256, 'png'))
    const out = (format: 'jpeg' | 'webp' | 'avif', embedRecipe = true) =>
      exchange.ended(
        exchange.exporter.start({
          filter: {},
          form: 'files',
          template: '{prompt}',
          embedRecipe,
          convert: { format, quality: 80, longestSide: 100 },
        }),
      )
    const jobs = [await out('jpeg'), await out('webp'), await out('avif'), await out('webp', false)]
    expect(await Promise.all(jobs.map(({ path = '' }) => namesIn(path)))).toEqual([
      ['a bear.gif', 'a bear.recipe.json', 'a film.mp4', 'a fox.jpg'],
      ['a bear.gif', 'a bear.recipe.json', 'a film.mp4', 'a fox.webp'],
      ['a bear.gif', 'a bear.recipe.json', 'a film.mp4', 'a fox.avif', 'a fox.recipe.json'],
      ['a bear.gif', 'a film.mp4', 'a fox.webp'],
    ])
    expect(jobs.every(({ message }) => message.text.includes("1 image wasn't converted"))).toBe(true)
    expect(jobs[2]?.message.text).toContain('2 recipes lie beside their files')
    const foxes = [...jobs.entries()].map(([at, { path = '' }]) =>
      readFile(join(path, `a fox.${['jpg', 'webp', 'avif', 'webp'][at]}`)),
    )
    const sizes = (await Promise.all(foxes)).map(async (bytes) => {
      const { format, width, height } = await sharp(bytes).metadata()
      return [format, width, height, bytes.includes('a fox')]
    })
    expect(await Promise.all(sizes)).toEqual([
      ['jpeg', 100, 50, true],
      ['webp', 100, 50, true],
      ['heif', 100, 50, false],
      ['webp', 100, 50, false],
    ])
    expect(await readFile(exchange.library.media.path(sha256, 'png'))).toEqual(before)
    // Another image than the original, made the same way.
    const other = await openExchange()
    await other.ended(other.importer.start(jobs[0]?.path))
    const taken = other.assets().find(({ prompt }) => prompt === 'a fox')
    expect([taken?.sha256 === sha256, taken?.model]).toEqual([false, 'sample'])
    expect(other.assets().find(({ prompt }) => prompt === 'a film')?.sha256).toBe(video.sha256)
  },
)

test('says what could not be converted, exports it as it is, and does not hold it for unreadable', async () => {
  const exchange = await openExchange()
  const broken = await exchange.addBytes(
    Buffer.concat([(await makeImage(3)).subarray(0, 60), Buffer.alloc(500)]),
    { prompt: 'broken' },
  )
  const convert = { format: 'webp' as const, quality: 80 }
  const job = await exchange.ended(exchange.exporter.start({ filter: {}, form: 'zip', convert }))
  expect(job.message.also).toContainEqual(message('exchange.exported.unconverted', { count: 1 }))
  const [[name = '', bytes] = []] = readZip(await readFile(job.path ?? ''))
  expect([name.endsWith('.png'), (bytes?.length ?? 0) >= broken.sizeBytes]).toEqual([true, true])
  expect(exchange.library.reader.isUnreadable(broken.sha256)).toBe(false)
})
