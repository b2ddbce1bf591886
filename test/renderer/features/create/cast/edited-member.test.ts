import { expect, it } from 'vitest'
import type { CastMember } from '#contract/cast.ts'
import type { DraftInput } from '#renderer/features/create/draft.ts'
import { editedMember, newMember, savedMember } from '#renderer/features/create/cast/edited-member.ts'

const MEMBER: CastMember = {
  id: 'cast_1',
  handle: 'mara',
  name: 'Mara',
  sentence: 'a woman in red',
  images: [
    { sha256: 'a'.repeat(64), inputId: 'in_1', role: 'face' },
    { sha256: 'b'.repeat(64), inputId: null },
  ],
  createdAt: 1,
  updatedAt: 2,
}

it('keeps the images of a member, one whose file is gone too, and adds what was read with its role', () => {
  const read = { key: 'k1', name: 'x.png', media: { id: 'in_2' } } as DraftInput
  const refused = { key: 'k2', name: 'y.txt', media: null, problem: 'no' } as DraftInput
  const edited = editedMember(MEMBER)
  expect(edited.images.map(({ url }) => url)).toEqual(['/inputs/in_1', null])
  expect(savedMember(edited, [read, refused], { k1: 'outfit' })).toEqual({
    id: 'cast_1',
    handle: 'mara',
    name: 'Mara',
    sentence: 'a woman in red',
    voice: '',
    images: [
      { sha256: 'a'.repeat(64), role: 'face' },
      { sha256: 'b'.repeat(64), role: '' },
      { inputId: 'in_2', role: 'outfit' },
    ],
  })
})

it('begins a member with a handle, or with assets', () => {
  expect(newMember('nora')).toMatchObject({ handle: 'nora', name: 'nora', images: [] })
  expect(savedMember(newMember('', ['asset_1']), [], {}).images).toEqual([{ assetId: 'asset_1', role: '' }])
})
