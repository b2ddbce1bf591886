import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, test, onTestFinished } from 'vitest'
import { differencesOf } from '#renderer/features/gallery/viewer/differences.ts'
import { steppedTime } from '#renderer/features/gallery/viewer/playback.ts'
import { wavePath } from '#renderer/ui/wave-path.ts'
import type { Json } from '#contract/json.ts'
import { seedIn } from '#renderer/features/gallery/viewer/seed-in.ts'
import { readMediaText } from '#renderer/features/gallery/viewer/text-stage.tsx'
import { assetOf } from '../assets.ts'

describe('the differences of some assets', () => {
  it('are those parameters alone that are not the same in all', () => {
    const assets = [
      assetOf('a', { prompt: 'fox', model: 'ink', options: { seed: 1, steps: 20, size: { w: 1, h: 2 } } }),
      assetOf('b', { prompt: 'fox', model: 'oil', options: { seed: 2, steps: 20, size: { h: 2, w: 1 } } }),
      assetOf('c', { prompt: 'fox', model: 'oil', options: { steps: 20, size: { w: 1, h: 2 } } }),
    ]
    expect(differencesOf(assets)).toEqual([
      { name: 'model', isOption: false, values: ['ink', 'oil', 'oil'] },
      { name: 'seed', isOption: true, values: [1, 2, undefined] },
    ])
  })
  it('tell nothing of what made a file that came from elsewhere', () => {
    const imported = { provider: 'imported', model: 'unknown', scene: 'imported', prompt: 'fox' }
    expect(differencesOf([assetOf('a', { prompt: 'fox' }), assetOf('b', imported)])).toEqual([
      { name: 'model', isOption: false, values: ['m', undefined] },
      { name: 'provider', isOption: false, values: ['p', undefined] },
      { name: 'scene', isOption: false, values: ['text-to-image', undefined] },
    ])
  })
  it('are none where all is the same', () => {
    expect(differencesOf([assetOf('a', { prompt: 'x' }), assetOf('b', { prompt: 'x' })])).toEqual([])
  })
})

describe('stepping through a film', () => {
  it('goes through every frame once, there and back', () => {
    const frame = 1 / 24
    let time = 0
    for (let step = 1; step <= 48; step++) {
      time = steppedTime(time, 1, frame)
      expect(Math.floor(time / frame)).toBe(step)
    }
    for (let step = 47; step >= 0; step--) {
      time = steppedTime(time, -1, frame)
      expect(Math.floor(time / frame)).toBe(step)
    }
    expect(steppedTime(time, -1, frame)).toBe(0)
  })
})

it('draws a loud bar where the sound is loud, and a line where nothing is known', () => {
  const peaks = new Uint8Array(800)
  peaks[402] = 255
  const heights = [...wavePath(peaks).matchAll(/v([\d.]+)h-/g)].map(([, height]) => Number(height))
  expect([heights.length, heights[100], heights[99], heights[101]]).toEqual([200, 160, 2, 2])
  expect(new Set([...wavePath(null).matchAll(/v([\d.]+)h-/g)].map(([, height]) => height))).toEqual(
    new Set(['2']),
  )
})

test.each<[string, Json, string | undefined]>([
  ['beside the files', { data: { taskResult: { images: [{ url: 'u' }], seed: 42 } } }, '42'],
  ['as text', { seed: '18446744073709551615' }, '18446744073709551615'],
  ['the same for each file', { images: [{ seed: 7 }, { seed: 7 }] }, '7'],
  ['another for each file', { images: [{ seed: 7 }, { seed: 8 }] }, undefined],
  ['not at all', { seed: 'random', note: null }, undefined],
  ['in no object', 'seed: 4', undefined],
])('finds the seed where the response has it %s', (_, response, seed) => {
  expect(seedIn(response)).toBe(seed)
})

/** Reading a text of the library for the viewer: what is shown is what the file says, and no more of it than is wanted. */
async function serve(response: RequestListener): Promise<string> {
  const server = createServer(response)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const staying = new AbortController().signal

test('reads a short text whole, however it is cut on the way', async () => {
  const words = '1\n00:00:01,000 --> 00:00:02,000\nتوت أزرق – 🍓\n'
  const bytes = Buffer.from(words)
  const address = await serve((_request, response) => {
    for (const byte of bytes) response.write(Buffer.of(byte))
    response.end()
  })
  expect(await readMediaText(address, bytes.length, staying)).toEqual({ text: words, isCut: false })
})

test('stops at the limit, leaves half a character out, and ends the request', async () => {
  const ended = Promise.withResolvers<void>()
  const address = await serve((_request, response) => {
    response.on('close', () => ended.resolve())
    const more = () => void (response.destroyed || response.write('é'.repeat(20_000), more))
    more()
  })
  expect(await readMediaText(address, 101, staying)).toEqual({ text: 'é'.repeat(50), isCut: true })
  await ended.promise
})

test('says that the file did not come', async () => {
  const address = await serve((_request, response) => response.writeHead(404).end('gone'))
  await expect(readMediaText(address, 100, staying)).rejects.toThrow('404')
})
