import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { sourceOfBytes } from '#core/library/provenance/byte-source.ts'
import { editSource } from '#core/library/provenance/embed-recipe.ts'
import { readRecipeText, recipeText } from '#core/library/provenance/embedded-recipe.ts'
import { readProvenance } from '#core/library/provenance/read-recipe.ts'
import { itemsIn, propertyIn } from '#core/library/provenance/xmp-properties.ts'
import { composePacket, findRecipeText, withoutRecipe } from '#core/library/provenance/xmp.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { embedded, essence, RECIPE, rewritten, withText } from './files.ts'
import { extensionOf, SAMPLES } from './samples.ts'

const FOREIGN = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:Credit="Made with the maker's machine">
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">the maker's own words</rdf:li></rdf:Alt></dc:description>
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

describe('a packet that is there already', () => {
  test('is kept, and ours stands in it without saying anything twice', () => {
    const packet = composePacket(RECIPE, '1.2.3', FOREIGN)
    expect(packet).toContain('photoshop:Credit="Made with the maker\'s machine"')
    expect(packet.match(/dc:description>/g)).toHaveLength(2)
    expect(packet.match(/<\/rdf:RDF>/g)).toHaveLength(1)
    expect(packet).toContain('trainedAlgorithmicMedia')
    expect(readRecipeText(findRecipeText(packet) ?? '')).toMatchObject({ rating: 4, tags: RECIPE.tags })
    expect(withoutRecipe(packet)).toBe(FOREIGN)
    expect(composePacket(RECIPE, '1.2.3', packet)).toBe(packet)
  })

  test('stays in the file around ours', async () => {
    const png = withText(await makeImage(1), 'iTXt', 'XML:com.adobe.xmp', FOREIGN)
    const copy = await embedded(png, 'png')
    expect([copy.includes('the maker'), copy.toString('latin1').split('XML:com.adobe.xmp').length]).toEqual([
      true,
      2,
    ])
    expect(await readProvenance(sourceOfBytes(copy))).toMatchObject({ kind: 'own' })
  })

  test('of another shape is put aside for ours', () => {
    expect(composePacket(RECIPE, '1.2.3', 'not XML at all')).toBe(composePacket(RECIPE, '1.2.3', null))
  })
})

test('a property is read where it stands, not in the words of another or at the end of a longer name', () => {
  const words = 'a sign that says xmp:Rating="1" and dc:subject="none"'
  const packet = `<rdf:Description dcx:xmp:Rating="2" my-xmp:Rating="3" xmp:CreatorTool='a "tool"'>
<dc:description><rdf:Alt><rdf:li>${words}</rdf:li></rdf:Alt></dc:description>
<rdf:Description dc:title="left > right" xmp:Rating="4"/><dc:subject><rdf:Bag><rdf:li>harbour</rdf:li></rdf:Bag></dc:subject>`
  expect(propertyIn(packet, 'xmp:Rating')).toBe('4')
  expect(propertyIn(packet, 'xmp:CreatorTool')).toBe('a "tool"')
  expect(propertyIn(packet, 'dc:description')).toBe(words)
  expect(itemsIn(packet, 'dc:subject')).toEqual(['harbour'])
})

test('the recipe is found after another program wrote the packet anew', () => {
  const json = recipeText(RECIPE).replaceAll('&', '&#38;').replaceAll('<', '&#x3c;').replaceAll('"', '&quot;')
  const attribute = `<rdf:Description xmlns:ns1='urn:atelier:recipe:1#' ns1:Recipe="${json}"/>`
  expect(readRecipeText(findRecipeText(attribute) ?? '')).toMatchObject({
    provider: 'stand-in',
    options: RECIPE.options,
  })
})

test('a photograph that was taken in is not called the work of a machine', () => {
  const { prompt: _prompt, ...photo } = { ...RECIPE, provider: 'imported' }
  expect(composePacket(photo, '1.2.3', null)).not.toContain('trainedAlgorithmicMedia')
  expect(composePacket({ ...photo, prompt: 'a fox' }, '1.2.3', null)).toContain('trainedAlgorithmicMedia')
  const noted = { ...photo, scene: 'imported', prompt: 'what a person noted of it' }
  expect(composePacket(noted, '1.2.3', null)).not.toContain('trainedAlgorithmicMedia')
})

describe('a recipe larger than a segment of JPEG', () => {
  const large = {
    ...RECIPE,
    prompt: '狐 in "snow" & ice, '.repeat(4_000),
    options: Object.fromEntries(
      Array.from({ length: 40 }, (_, key) => [`lyrics_${key}`, 'la '.repeat(1_000)]),
    ),
  }

  test('is divided and comes back whole', async () => {
    const original = await sharp(await makeImage(1))
      .jpeg()
      .toBuffer()
    const copy = await embedded(original, 'jpg', large)
    expect(copy.length).toBeGreaterThan(3 * 65_536)
    expect(await readProvenance(sourceOfBytes(copy))).toEqual({ kind: 'own', recipe: large })
    expect(await essence(copy, 'jpg')).toEqual(await essence(original, 'jpg'))
    const main = copy.subarray(
      copy.indexOf('http://ns.adobe.com/xap/1.0/'),
      copy.indexOf('http://ns.adobe.com/xmp/extension/'),
    )
    expect([main.includes('xmpNote:HasExtendedXMP="'), main.includes('trainedAlgorithmicMedia')]).toEqual([
      true,
      true,
    ])
  })

  test('is replaced by a small one with nothing left of it', async () => {
    const original = await sharp(await makeImage(1))
      .jpeg()
      .toBuffer()
    const copy = await embedded(await embedded(original, 'jpg', large), 'jpg')
    expect(copy).toEqual(await embedded(original, 'jpg'))
  })

  test('goes without its options where nothing could carry them', async () => {
    const huge = { ...large, options: { text: 'x'.repeat(600_000) } }
    const copy = await embedded(await makeImage(1), 'png', huge)
    expect(await readProvenance(sourceOfBytes(copy))).toEqual({
      kind: 'own',
      recipe: { ...huge, options: {} },
    })
  })
})

test.each(['song.ogg', 'song.opus'])('a recipe of many pages moves the music of %s along', async (name) => {
  const original = Buffer.from((await SAMPLES[name]?.()) ?? [])
  const extension = extensionOf(name)
  const large = {
    ...RECIPE,
    options: { lyrics: 'la '.repeat(6_000), more: 'lo '.repeat(6_000), text: '狐'.repeat(19_000) },
  }
  const copy = await embedded(original, extension, large)
  expect(await readProvenance(sourceOfBytes(copy))).toMatchObject({ recipe: { options: large.options } })
  expect(await essence(copy, extension)).toEqual(await essence(original, extension))
  expect(pageNumbers(copy)).toEqual(Array.from(pageNumbers(copy), (_, number) => number))
  expect(pageNumbers(copy).length).toBeGreaterThan(pageNumbers(original).length)
  expect(await rewritten(copy, (source) => editSource(source, extension, { kind: 'restore' }))).toEqual(
    original,
  )
})

describe('without texts', () => {
  test.each([6, 8])('an image that lies on its side (%i) is still shown upright', async (orientation) => {
    for (const format of ['jpeg', 'webp', 'png'] as const) {
      const exif = { IFD0: { Orientation: String(orientation), ImageDescription: 'a secret fox' } }
      const bytes = await sharp(await makeImage(1))
        .toFormat(format)
        .withExif(exif)
        .withMetadata({ orientation })
        .toBuffer()
      const extension = format === 'jpeg' ? 'jpg' : format
      const bare = await rewritten(bytes, (source) => editSource(source, extension, { kind: 'strip' }))
      const metadata = await sharp(bare ?? Buffer.alloc(0)).metadata()
      expect([format, metadata.orientation, bare?.includes('secret')]).toEqual([format, orientation, false])
      expect(await essence(bare ?? bytes, extension)).toEqual(await essence(bytes, extension))
    }
  })

  test('texts of other tools go as well', async () => {
    const png = withText(await makeImage(1), 'tEXt', 'parameters', 'a secret fox\nSteps: 4')
    const bare = await rewritten(png, (source) => editSource(source, 'png', { kind: 'strip' }))
    expect(bare).toEqual(await makeImage(1))
  })

  test('a file that says nothing stays as it is, to the byte', async () => {
    const bytes = await makeImage(1)
    expect(await rewritten(bytes, (source) => editSource(source, 'png', { kind: 'strip' }))).toEqual(bytes)
  })
})

function pageNumbers(bytes: Buffer): number[] {
  const numbers: number[] = []
  for (let at = bytes.indexOf('OggS\0'); at >= 0; at = bytes.indexOf('OggS\0', at + 1))
    numbers.push(bytes.readUInt32LE(at + 18))
  return numbers
}
