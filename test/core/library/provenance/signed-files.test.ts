/** A file with Content Credentials is signed: no recipe is put in unless the user wants it, and without a trace it loses what signs it. */
import { expect, test } from 'vitest'
import { editSource } from '#core/library/provenance/embed-recipe.ts'
import { readProvenance } from '#core/library/provenance/read-recipe.ts'
import { sourceOfBytes } from '#core/library/provenance/byte-source.ts'
import { essence, RECIPE, rewritten } from './files.ts'
import { extensionOf, SAMPLES } from './samples.ts'
import { manifests, SIGN } from './signed.ts'

const EMBED = { kind: 'embed', recipe: RECIPE, version: '1.2.3' } as const
/** Stands in what signs the files. */
const MARK = Buffer.from('A fox in snow')

test.each(Object.keys(SIGN))('%s', async (name) => {
  const extension = extensionOf(name)
  const original = Buffer.from((await SAMPLES[name]?.()) ?? [])
  const signed = SIGN[name]?.(original, manifests()) ?? original
  const edited = (edit: Parameters<typeof editSource>[2], bytes = signed) =>
    rewritten(bytes, (source) => editSource(source, extension, edit))
  expect(await edited(EMBED)).toBeNull()
  const bare = await edited({ kind: 'strip' })
  expect(signed.includes(MARK)).toBe(true)
  expect(bare?.includes(MARK)).toBe(false)
  expect(await essence(bare ?? signed, extension)).toEqual(await essence(original, extension))
  const changed = await edited({ ...EMBED, breaksSignature: true })
  expect(changed?.includes(MARK)).toBe(true)
  expect(await readProvenance(sourceOfBytes(changed ?? Buffer.alloc(0)))).toMatchObject({ kind: 'own' })
  expect((await edited({ kind: 'restore' }, changed ?? signed))?.equals(signed)).toBe(true)
})
