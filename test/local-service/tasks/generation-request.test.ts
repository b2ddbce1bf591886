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
    ['a missing provider', { provider: undefined }, /^provider is missing/u],
    ['an empty model', { model: ' ' }, /^model is empty/u],
    ['a missing scene', { scene: undefined }, /^scene is missing; it is one of "text-to-image"/u],
    ['an unknown media type', { mediaType: 'smell' }, /^mediaType "smell" is not known/u],
    [
      'a scene of another media type',
      { scene: 'text-to-video' },
      /^scene "text-to-video" does not fit mediaType "image"/u,
    ],
    ['a prompt that is no text', { prompt: 7 }, /^prompt must be a string/u],
    ['a prompt without end', { prompt: 'x'.repeat(20_001) }, /^prompt is longer than 20000 characters\.$/u],
    ['a model that is a book', { model: 'x'.repeat(100_000) }, /^model "x{59}… is not known/u],
    ['options that are no object', { options: [] }, /^options must be an object/u],
    [
      'an unknown provider',
      { provider: 'acme' },
      /^provider "acme" is not offered here; it is one of "sample"/u,
    ],
    [
      'an unknown model',
      { model: 'flow-feild' },
      /^model "flow-feild" is not known; the nearest are "flow-field"/u,
    ],
    [
      'a media type that is not made here',
      { mediaType: 'music', scene: 'text-to-music' },
      /^mediaType "music" is not offered; this service makes "image"/u,
    ],
  ])('is refused for %s, naming the field', (_case, over, message) => {
    expect(complaint(over)).toMatch(message)
  })

  it('is told everything that is wrong at once', () => {
    expect(complaint({ provider: undefined, scene: 'x', options: 3 })).toMatch(/provider.*scene.*options/u)
  })

  it('is accepted when nothing is wrong', () => {
    expect(complaint({})).toBe('accepted')
  })
})
