import { describe, expect, it } from 'vitest'
import { imageMaker } from '#local-service/makers/image-maker.ts'
import { chooseModel, readGenerationRequest } from '#local-service/tasks/generation-request.ts'
import { textRequest } from '../support/service.ts'

function complaint(over: Readonly<Record<string, unknown>>): string {
  try {
    chooseModel(readGenerationRequest(textRequest(over)), imageMaker.models)
    return 'accepted'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('a generation request', () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'a scene of another media type',
      { scene: 'text-to-video' },
      /^scene "text-to-video" does not fit mediaType "image"/u,
    ],
    ['a prompt without end', { prompt: 'x'.repeat(20_001) }, /^prompt is longer than 20000 characters\.$/u],
    ['a model that is a book', { model: 'x'.repeat(100_000) }, /^model "x{59}… is not offered here/u],
    [
      'an unknown provider',
      { provider: 'acme' },
      /^provider "acme" is not offered here; it is one of "sample"/u,
    ],
    [
      'an unknown model',
      { model: 'ink-wsah' },
      /^model "ink-wsah" is not offered here; it is one of .*"ink-wash"/u,
    ],
    [
      'a media type that is not made here',
      { mediaType: 'music', scene: 'text-to-music' },
      /^mediaType "music" is not offered here; it is one of "image"/u,
    ],
  ])('is refused for %s, naming the field', (_case, over, message) => {
    expect(complaint(over)).toMatch(message)
  })

  it('is told everything that is wrong at once', () => {
    expect(complaint({ provider: undefined, scene: 'x', options: 3 })).toMatch(/provider.*scene.*options/u)
  })
})
