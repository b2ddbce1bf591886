/** Notes which imports of archives are under way, so that the next start goes on with those that did not come to their end. */
import { z } from 'zod'
import type { ParsedInput } from '#contract/routes.ts'
import type { Database } from '../../../store/database.ts'
import { readFact, writeFact } from '../../../store/database.ts'
import { writeIfPossible } from '../../../store/disk-errors.ts'

const FACT = 'archives.imports'

export type ImportWish = ParsedInput<'archives.import'>

/** `starts`: how often it was begun without coming to an end, nor Atelier to its own. */
export type OpenImport = ImportWish & { readonly starts: number }

const openSchema = z.array(
  z.object({
    path: z.string(),
    mode: z.enum(['copy', 'in-place']),
    collectionId: z.string().exactOptional(),
    starts: z.int(),
  }),
)

export function createOpenImports(db: Database) {
  const list = (): readonly OpenImport[] =>
    openSchema.safeParse(JSON.parse(readFact(db, FACT) ?? '[]')).data ?? []
  // Where the disk refuses, an import is begun again by hand.
  const write = (all: readonly OpenImport[]): void =>
    writeIfPossible(() => writeFact(db, FACT, all.length === 0 ? null : JSON.stringify(all)))
  const others = (wish: ImportWish) => list().filter((one) => keyOf(one) !== keyOf(wish))
  return {
    list,
    add: (wish: ImportWish, starts: number): void => write([...others(wish), { ...wish, starts }]),
    remove: (wish: ImportWish): void => write(others(wish)),
  }
}

export function keyOf({ path, mode, collectionId }: ImportWish): string {
  return JSON.stringify([path, mode, collectionId])
}
