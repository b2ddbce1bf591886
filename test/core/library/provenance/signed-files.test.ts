/** A file with Content Credentials is signed: no recipe is put in, and without a trace it loses what signs it. */
import { expect, test } from 'vitest'
import { editSource } from '#core/library/provenance/embed-recipe.ts'
import { essence, RECIPE, rewritten, withChunk } from './files.ts'
import { extensionOf, SAMPLES } from './samples.ts'

const MANIFEST = Buffer.from('a manifest that names who signed')
/** The head of a JUMBF box, up to what it is. */
const BOX = Buffer.concat([
  Buffer.from('JP\0\u0001\0\0\0\u0001', 'latin1'),
  Buffer.alloc(16),
  Buffer.from('c2pa'),
])

function head(type: string, length: number, isLittle: boolean): Buffer {
  const bytes = Buffer.alloc(4)
  if (isLittle) bytes.writeUInt32LE(length)
  else bytes.writeUInt32BE(length)
  return isLittle ? Buffer.concat([Buffer.from(type), bytes]) : Buffer.concat([bytes, Buffer.from(type)])
}

const SIGN: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'a.png': (bytes) => withChunk(bytes, 'caBX', MANIFEST),
  'photo.jpg': (bytes) => {
    const content = Buffer.concat([BOX, MANIFEST])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(content.length + 2)
    return Buffer.concat([
      bytes.subarray(0, 2),
      Buffer.from([0xff, 0xeb]),
      length,
      content,
      bytes.subarray(2),
    ])
  },
  'extended.webp': (bytes) => {
    const whole = Buffer.concat([bytes, head('C2PA', MANIFEST.length, true), MANIFEST])
    whole.writeUInt32LE(whole.length - 8, 4)
    return whole
  },
  'video.mp4': (bytes) => {
    const uuid = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')
    return Buffer.concat([bytes, head('uuid', 24 + MANIFEST.length, false), uuid, MANIFEST])
  },
}

test.each(Object.keys(SIGN))('%s', async (name) => {
  const extension = extensionOf(name)
  const original = Buffer.from((await SAMPLES[name]?.()) ?? [])
  const signed = SIGN[name]?.(original) ?? original
  const edited = (edit: Parameters<typeof editSource>[2]) =>
    rewritten(signed, (source) => editSource(source, extension, edit))
  expect(await edited({ kind: 'embed', recipe: RECIPE, version: '1.2.3' })).toBeNull()
  const bare = await edited({ kind: 'strip' })
  expect(signed.includes(MANIFEST)).toBe(true)
  expect(bare?.includes(MANIFEST)).toBe(false)
  expect(await essence(bare ?? signed, extension)).toEqual(await essence(original, extension))
})
