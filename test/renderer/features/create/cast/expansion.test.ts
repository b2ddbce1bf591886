import { expect, it } from 'vitest'
import type { CastUse, ExpandedRequest } from '#contract/cast.ts'
import { castNotes } from '#renderer/features/create/cast/expansion.ts'

const use = (handle: string, added: CastUse['added'] = []): CastUse => {
  return { memberId: `cast_${handle}`, handle, name: handle, sentence: `${handle} in red`, added, notes: [] }
}

function expanded(more: Partial<ExpandedRequest>): ExpandedRequest {
  const request = { provider: 'p', model: 'm', mediaType: 'image', scene: 'text-to-image' } as const
  return { request, uses: [], unknown: [], ...more }
}

it('names each member and each unknown handle of a batch once, and the first refusal', () => {
  const first = use('mara', [{ inputId: 'in_1', option: 'image_input[]' }])
  const words = castNotes([
    expanded({ uses: [first], unknown: ['Nora'] }),
    expanded({ uses: [use('mara'), use('ben')], unknown: ['nora', 'kim'] }),
    expanded({ refusal: { id: 'cast.none', text: 'gone' } }),
  ])
  expect(words.uses).toEqual([first, use('ben')])
  expect(words.unknown).toEqual(['Nora', 'kim'])
  expect(words.refusal).toBe('gone')
})
