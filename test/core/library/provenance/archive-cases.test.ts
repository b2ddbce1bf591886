/** Files of other tools are read as a person reads them. */
import { describe, expect, test } from 'vitest'
import type { Recipe } from '#contract/exchange.ts'
import { sourceOfBytes } from '#core/library/provenance/byte-source.ts'
import { readProvenance } from '#core/library/provenance/read-recipe.ts'
import { ARCHIVE_CASES, type ArchiveCase, differences, fileOf, isSetApart } from './archive-files.ts'

async function read(one: ArchiveCase): Promise<Recipe | null> {
  const { fileName: name = `${one.name}.${one.file.kind}` } = one.file
  const found = await readProvenance(sourceOfBytes(await fileOf(one)), { name, beside: one.beside ?? {} })
  return found?.kind === 'foreign' ? found.recipe : null
}

const GROUPS = [
  ['that the readers were written with', ARCHIVE_CASES.filter((one) => !isSetApart(one))],
  ['that were set apart', ARCHIVE_CASES.filter(isSetApart)],
] as const

describe.each(GROUPS)('cases %s', (_group, cases) => {
  test.each(cases.map((one) => [`${one.source}/${one.name}`, one] as const))('%s', async (_, one) => {
    expect(differences(one, await read(one))).toEqual([])
  })
})
