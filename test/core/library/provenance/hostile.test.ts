import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sourceOfBytes } from '#core/library/provenance/byte-source.ts'
import { containerFor, editSource } from '#core/library/provenance/embed-recipe.ts'
import { imageWithAlpha } from '#core/library/provenance/formats/png.ts'
import { readHiddenText } from '#core/library/provenance/hidden-text.ts'
import { readProvenance, readRecipe } from '#core/library/provenance/read-recipe.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'
import { embedded, RECIPE, rewritten, withChunk, withText } from './files.ts'
import { extensionOf, SAMPLES } from './samples.ts'
import { workedMs } from '#test/stand-ins/loop-silence.ts'
import { slow } from '#test/stand-ins/scale.ts'

/** Of the processor's time. Generous: what goes wrong here takes minutes or all memory. */
const PATIENCE_MS = 5_000

/** @throws Error when it took too long. */
async function timed<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const before = workedMs()
  const response = await work()
  const tookMs = workedMs() - before
  if (tookMs > PATIENCE_MS) throw new Error(`It took ${Math.round(tookMs)} ms.`)
  return response
}

/** A packet as another program may have written it anew. */
function packetOf(recipe: object | string): string {
  const json = typeof recipe === 'string' ? recipe : JSON.stringify({ format: 1, ...recipe })
  const escaped = json.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  return `<x xmlns:a="urn:atelier:recipe:1#"><a:Recipe>${escaped}</a:Recipe></x>`
}

slow('a text that unfolds to more than a text may be is none', async () => {
  const small = withText(await makeImage(1), 'compressed iTXt', 'XML:com.adobe.xmp', packetOf(RECIPE))
  expect(await readRecipe(small)).toMatchObject({ source: 'atelier' })
  const bomb = withText(
    await makeImage(1),
    'compressed iTXt',
    'XML:com.adobe.xmp',
    ' '.repeat(64 * 1024 * 1024) + packetOf(RECIPE),
  )
  expect(bomb.length).toBeLessThan(128 * 1024)
  expect(await timed(() => readRecipe(bomb))).toBeNull()
})

slow('a text behind a bomb of the same name is not waited for', async () => {
  const bomb = deflateSync(Buffer.alloc(16 * 1024 * 1024, 'a'))
  const clear = { channels: 4, background: '#00000000' } as const
  const image = await sharp({ create: { width: 64, height: 64, ...clear } })
    .png()
    .toBuffer()
  let file: Buffer = withText(image, 'tEXt', 'parameters', 'fox\nSteps: 4')
  for (let index = 0; index < 60; index++) {
    file = withChunk(file, 'zTXt', Buffer.concat([Buffer.from('parameters\0\0'), bomb]))
  }
  const before = process.cpuUsage()
  expect(await readRecipe(file)).toBeNull()
  // With the threads that decode images: a decoder unfolds every text that it is given.
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(2 * PATIENCE_MS)
})

slow('a file of nothing but chunks ends', async () => {
  const head = (await makeImage(1)).subarray(0, 33)
  const file = Buffer.concat([
    head,
    Buffer.alloc(12 * 2_000_000, Buffer.from('000000007445587400000000', 'hex')),
  ])
  expect(await timed(() => readRecipe(file))).toBeNull()
})

test('image data in many chunks are read at once', async () => {
  const clear = { channels: 4, background: '#00000080' } as const
  const whole = await sharp({ create: { width: 64, height: 64, ...clear } })
    .png()
    .toBuffer()
  let image: Buffer = whole
  // Empty ones behind the header: a decoder takes them for none.
  for (let count = 0; count < 500; count++) image = withChunk(image, 'IDAT', Buffer.alloc(0))
  const { sizeBytes, read } = sourceOfBytes(image)
  const lengths: number[] = []
  const counted: typeof read = (position, lengthBytes) => {
    lengths.push(lengthBytes)
    return read(position, lengthBytes)
  }
  expect(await imageWithAlpha({ sizeBytes, read: counted })).toHaveLength(image.length - 21)
  expect(lengths.filter((length) => length > 8).length).toBeLessThan(5)
})

slow('of a large image only the pixels that hold the hidden text are kept', async () => {
  const side = 4_000
  const said = Buffer.concat([
    Buffer.from('stealth_pnginfo'),
    Buffer.from([0, 0, 0, 64]),
    Buffer.from('fox snow'),
  ])
  const pixels = Buffer.alloc(side * side * 4, 0xfe)
  for (let at = 0; at < said.length * 8; at++)
    pixels[at * side * 4 + 3] = 0xfe | (((said[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
  const image = await sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer()
  const before = process.memoryUsage().arrayBuffers
  expect(await readHiddenText(sourceOfBytes(image), 'png')).toBe('fox snow')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000_000)
})

slow('boxes within boxes and boxes without end are walked once', async () => {
  const empty = Buffer.from('000000086d657461', 'hex')
  const boxes = Buffer.alloc(empty.length * 500_000, empty)
  const moov = Buffer.concat([Buffer.alloc(8), boxes])
  moov.writeUInt32BE(moov.length)
  moov.write('moov', 4)
  const ftyp = Buffer.from('00000014667479706d703432000000006d703432', 'hex')
  expect(await timed(() => readRecipe(Buffer.concat([ftyp, moov])))).toBeNull()
})

slow('JSON of any depth and length is bounded', async () => {
  const deep = `{"1":{"class_type":"KSampler","inputs":{"seed":1,"positive":["2",0],"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}}}`
  const nested = withText(await makeImage(1), 'tEXt', 'prompt', deep)
  expect(await timed(() => readRecipe(nested))).toMatchObject({ options: { seed: 1 } })
  const names = ['text', 'prompt', 'text_g', 't5xxl', 'clip_l', 'text_l', 'string', 'value']
  const chain: Record<string, unknown> = {
    0: { class_type: 'KSampler', inputs: { seed: 1, positive: ['1', 0] } },
  }
  for (let id = 1; id < 900; id++) {
    const next = String(id === 899 ? 1 : id + 1)
    chain[id] = {
      class_type: 'Link',
      inputs: Object.fromEntries(names.map((name, output) => [name, [next, output]])),
    }
  }
  const winding = withText(await makeImage(1), 'tEXt', 'prompt', JSON.stringify(chain))
  expect(await timed(() => readRecipe(winding))).toMatchObject({ source: 'comfyui', options: { seed: 1 } })
  const options = Object.fromEntries(Array.from({ length: 50_000 }, (_, key) => [key, 'x']))
  const xmp = packetOf({ ...RECIPE, options })
  const recipe = await timed(async () =>
    readRecipe(withText(await makeImage(1), 'iTXt', 'XML:com.adobe.xmp', xmp)),
  )
  const kept = Object.keys(recipe?.options ?? {}).length
  expect([kept > 1_000, kept < 6_000]).toEqual([true, true])
})

test('a recipe cannot change what objects are', async () => {
  const text =
    '{"format":1,"provider":"p","model":"m","mediaType":"image","scene":"s","options":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}'
  const xmp = packetOf(text)
  const recipe = await readRecipe(withText(await makeImage(1), 'iTXt', 'XML:com.adobe.xmp', xmp))
  expect(recipe?.options).toEqual({ constructor: { prototype: { polluted: 1 } } })
  expect(Object.getPrototypeOf(recipe?.options)).toBe(Object.prototype)
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
  const own = withText(
    await makeImage(1),
    'tEXt',
    'parameters',
    'fox\nSteps: 4, __proto__: 5, constructor: 6, toString: 7',
  )
  expect(await readRecipe(own)).toMatchObject({ options: { steps: 4, constructor: 6, tostring: 7 } })
})

test('parameters of any shape are read in one pass', async () => {
  const shapes = [
    'a:"\\,'.repeat(60_000),
    ','.repeat(400_000),
    ':'.repeat(400_000),
    ' '.repeat(400_000),
    'a: '.repeat(130_000),
  ]
  for (const shape of shapes) {
    const file = withText(await makeImage(1), 'tEXt', 'parameters', `fox\nSteps: 4, ${shape}`)
    expect(await timed(() => readRecipe(file))).toMatchObject({ prompt: 'fox', options: { steps: 4 } })
  }
})

test.each([
  ['embed', 0xffff_ffff],
  ['strip', 0],
] as const)(
  'an Ogg file is kept as it is where %s had to give a page a number past its range',
  async (kind, number) => {
    const long = { ...RECIPE, prompt: 'la '.repeat(40_000) }
    const original = Buffer.from((await SAMPLES['song.ogg']?.()) ?? [])
    const file = kind === 'embed' ? original : await embedded(original, 'ogg', long)
    // The last page: nothing behind it asks for its number.
    file.writeUInt32LE(number, file.lastIndexOf('OggS') + 18)
    const edit = kind === 'embed' ? { kind, recipe: long, version: '1' } : { kind }
    expect(await rewritten(file, (source) => editSource(source, 'ogg', edit))).toBeNull()
  },
)

slow('two thousand damaged files of every kind are read without a crash or a long wait', async () => {
  const random = seededRandom(20_260_131)
  const between = (most: number) => Math.floor(random() * most)
  const seeds = await Promise.all(
    Object.entries(SAMPLES).map(async ([name, make]) => ({
      extension: extensionOf(name),
      bytes: await embedded(await make(), extensionOf(name)),
    })),
  )
  const graph = JSON.stringify({
    3: { class_type: 'KSampler', inputs: { seed: 1, positive: ['6', 0] } },
    6: { class_type: 'CLIPTextEncode', inputs: { text: 'fox' } },
  })
  const exif = await sharp(await makeImage(1))
    .jpeg()
    .withExif({ IFD2: { UserComment: 'fox\nSteps: 4' } })
    .toBuffer()
  const all = [
    ...seeds,
    {
      extension: 'png',
      bytes: withText(
        withText(await makeImage(1), 'zTXt', 'prompt', graph),
        'tEXt',
        'parameters',
        'fox\nSteps: 4, Size: 4x4',
      ),
    },
    { extension: 'jpg', bytes: exif },
  ]
  let longestMs = 0
  let found = 0
  for (let round = 0; round < 2_000; round++) {
    const { bytes, extension } = all[round % all.length] ?? { bytes: Buffer.alloc(0), extension: '' }
    const damaged = damage(bytes, between)
    const before = workedMs()
    const provenance = await readProvenance(sourceOfBytes(damaged))
    await containerFor(extension)?.rewrite(sourceOfBytes(damaged), { kind: 'strip' })
    await containerFor(extension)?.rewrite(sourceOfBytes(damaged), {
      kind: 'embed',
      compose: (existing) => existing ?? 'x',
    })
    longestMs = Math.max(longestMs, workedMs() - before)
    found += Number(provenance !== null)
  }
  expect(longestMs).toBeLessThan(PATIENCE_MS)
  // Some still say something, and some do not: the damage is neither too small nor too great to tell.
  expect([found > 100, found < 1_900]).toEqual([true, true])
})

/** Bytes changed, lengths blown up, pieces cut out, doubled or put elsewhere. */
function damage(bytes: Buffer, between: (most: number) => number): Buffer {
  const damaged = Buffer.from(bytes)
  for (let change = between(6); change >= 0; change--) {
    const at = between(damaged.length)
    switch (between(4)) {
      case 0:
        damaged[at] = between(256)
        break
      case 1:
        damaged.fill(between(2) === 0 ? 0xff : 0, at, Math.min(at + 4, damaged.length))
        break
      case 2:
        randomBytes(Math.min(8, damaged.length - at)).copy(damaged, at)
        break
      default:
        damaged.copyWithin(at, between(damaged.length), between(damaged.length))
    }
  }
  return between(4) === 0 ? damaged.subarray(0, between(damaged.length)) : damaged
}
