/** Assets and a library to answer with, for tests of the gallery. */
import type { Asset } from '#contract/library.ts'
import { assetIdOf } from './layouts.ts'

/** `name` becomes the id's hash and the prompt. */
export function assetOf(name: string, more: Partial<Asset> = {}): Asset {
  return {
    id: assetIdOf(name),
    kind: 'image',
    mediaType: 'image',
    mimeType: 'image/png',
    sha256: 'x',
    sizeBytes: 1,
    createdAt: 1,
    provider: 'p',
    model: 'm',
    scene: 'text-to-image',
    prompt: name,
    options: {},
    rating: 0,
    favorite: false,
    tags: [],
    ...more,
  }
}
