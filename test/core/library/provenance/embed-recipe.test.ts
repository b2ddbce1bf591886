import ExifReader from 'exifreader'
import { BufferSource, Input, ALL_FORMATS } from 'mediabunny'
import { describe, expect, test } from 'vitest'
import { sourceOfBytes } from '#core/library/provenance/byte-source.ts'
import { editSource } from '#core/library/provenance/embed-recipe.ts'
import { readProvenance } from '#core/library/provenance/read-recipe.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { embedded, essence, RECIPE, rewritten } from './files.ts'
import { extensionOf, OTHERS, SAMPLES } from './samples.ts'

/** Control characters do not belong into a prompt, and are the only thing that does not come back. */
const READ_BACK = { kind: 'own', recipe: { ...RECIPE, prompt: RECIPE.prompt?.replace('\u0001', '') } }

describe.each(Object.keys(SAMPLES))('%s', (name) => {
  const extension = extensionOf(name)
  const make = async () => (await SAMPLES[name]?.()) ?? new Uint8Array()

  slow('carries its recipe and shows the same pixels or packets', async () => {
    const original = await make()
    const copy = await embedded(original, extension)
    expect(await readProvenance(sourceOfBytes(copy))).toEqual(READ_BACK)
    const shown = await essence(original, extension)
    expect(await essence(copy, extension)).toEqual(shown)
    expect(JSON.stringify(shown).length).toBeGreaterThan(40)
  })

  test('carries one that is larger than the part by which a file is known', async () => {
    const lyrics = 'la '.repeat(20_000).trim()
    const copy = await embedded(await make(), extension, { ...RECIPE, prompt: lyrics })
    expect(await readProvenance(sourceOfBytes(copy))).toMatchObject({ recipe: { prompt: lyrics } })
  })

  test('is given another recipe in the place of the first', async () => {
    const copy = await embedded(await make(), extension)
    const again = await embedded(copy, extension, { ...RECIPE, prompt: 'an owl', rating: 1 })
    expect(again.includes('an owl')).toBe(true)
    expect(again.includes('friends')).toBe(false)
    expect(await embedded(again, extension)).toEqual(copy)
  })

  test('becomes the very bytes that it was when the recipe is taken back', async () => {
    const original = Buffer.from(await make())
    const copy = await embedded(original, extension)
    expect(await rewritten(copy, (source) => editSource(source, extension, { kind: 'restore' }))).toEqual(
      original,
    )
  })

  test('loses every trace of the prompt when asked to, and nothing else', async () => {
    const original = Buffer.from(await make())
    const bare = await rewritten(await embedded(original, extension), (source) =>
      editSource(source, extension, { kind: 'strip' }),
    )
    expect(bare?.includes('fox')).toBe(false)
    expect(await readProvenance(sourceOfBytes(bare ?? original))).toBeNull()
    expect(await essence(bare ?? original, extension)).toEqual(await essence(original, extension))
  })
})

test.each(Object.keys(OTHERS))('%s carries none', async (name) => {
  const original = (await OTHERS[name]?.()) ?? new Uint8Array()
  await expect(embedded(original, extensionOf(name))).rejects.toThrow('No recipe fits')
})

test.each(['a.png', 'plain.jpg', 'photo.jpg', 'lossy.webp', 'lossless.webp', 'extended.webp'])(
  'another reader finds the packet in %s',
  async (name) => {
    const copy = await embedded((await SAMPLES[name]?.()) ?? new Uint8Array(), extensionOf(name))
    // oxlint-disable-next-line import/no-named-as-default-member -- Node finds no named export in this package
    const { xmp } = ExifReader.load(new Uint8Array(copy).buffer, { expanded: true })
    const raw = String(xmp?.['_raw'])
    expect(raw).toContain(
      '<dc:description><rdf:Alt><rdf:li xml:lang="x-default">a red &lt;fox&gt; &amp; &quot;friends&quot;',
    )
    expect(raw).toContain('xmp:CreatorTool="Atelier 1.2.3"')
    expect(raw).toContain('http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia')
  },
)

test.each(['song.mp3', 'song.ogg', 'song.opus', 'audio.flac'])(
  'another reader finds the packet among the tags of %s',
  async (name) => {
    const copy = await embedded((await SAMPLES[name]?.()) ?? new Uint8Array(), extensionOf(name))
    const { raw } = await new Input({
      formats: ALL_FORMATS,
      source: new BufferSource(copy),
    }).getMetadataTags()
    const value = raw?.['PRIV'] ?? raw?.['XMP']
    const text = value instanceof Uint8Array ? Buffer.from(value).toString() : value
    expect(text).toContain('<dc:description><rdf:Alt><rdf:li xml:lang="x-default">a red &lt;fox&gt;')
  },
)
