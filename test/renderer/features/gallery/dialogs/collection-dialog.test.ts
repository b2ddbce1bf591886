import { expect, it } from 'vitest'
import type { Collection } from '#contract/library.ts'
import { collectionTree } from '#renderer/bridge/stores/library-lists.ts'
import { matchingCollections } from '#renderer/features/gallery/dialogs/collection-dialog.tsx'

const ITEMS: readonly Collection[] = [
  { id: 'a', name: 'Animals', parentId: null, count: 0 },
  { id: 'f', name: 'Foxes', parentId: 'a', count: 0 },
  { id: 'c', name: 'Caf\u00e9', parentId: 'a', count: 0 },
]

it.each([
  [' foxes ', ['f'], false],
  ['FOX', ['f'], true],
  ['cafe\u0301', ['c'], false],
  ['boats', [], true],
  ['', ['a', 'c', 'f'], false],
])(
  'finds of %j what has it in its name, and offers a new one only where the core has none',
  (typed, ids, isNew) => {
    const found = matchingCollections(collectionTree(ITEMS), typed)
    expect([found.nodes.map(({ collection }) => collection.id), found.isNew]).toEqual([ids, isNew])
  },
)
