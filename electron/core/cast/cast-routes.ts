/** The calls about the cast. */
import { createReadStream } from 'node:fs'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { InputMedia } from '#contract/inputs.ts'
import type { ParsedInput } from '#contract/routes.ts'
import type { HandlersFor } from '../calls/handlers.ts'
import type { Inputs } from '../inputs/inputs.ts'
import type { Cast } from './cast.ts'
import type { StoredMember } from './cast-row.ts'

export interface CastRouteDeps {
  readonly cast: Cast
  readonly inputs: Pick<Inputs, 'add' | 'find' | 'path'>
  readonly addAsset: (assetId: string) => Promise<Result<InputMedia>>
  readonly activeProfile: () => string
}

export function createCastHandlers(deps: CastRouteDeps): HandlersFor<'cast'> {
  const { cast, activeProfile } = deps
  return {
    'cast.list': () => succeed({ items: cast.list() }),
    'cast.save': async ({ id, images: given, voice = '', ...member }) => {
      const images = await readImages(deps, given)
      if (!images.ok) return images
      return cast.save({
        ...member,
        images: images.data,
        ...(id !== undefined && { id }),
        ...(voice !== '' && { voice }),
      })
    },
    'cast.remove': ({ id }) => cast.remove(id),
    'cast.expand': ({ profileId = activeProfile(), requests }) =>
      succeed({ items: requests.map((request) => cast.expand(profileId, request)) }),
  }
}

type GivenImage = ParsedInput<'cast.save'>['images'][number]

/** The same image twice is one. */
async function readImages(
  deps: CastRouteDeps,
  given: readonly GivenImage[],
): Promise<Result<StoredMember['images']>> {
  const images = new Map<string, StoredMember['images'][number]>()
  for (const [index, image] of given.entries()) {
    const sha256 = await contentOf(deps, image)
    if (!sha256.ok) return { ok: false, error: { ...sha256.error, field: `images.${index}` } }
    const { role } = image
    if (!images.has(sha256.data)) images.set(sha256.data, { sha256: sha256.data, ...(role && { role }) })
  }
  return succeed([...images.values()])
}

async function contentOf({ inputs, addAsset }: CastRouteDeps, image: GivenImage): Promise<Result<string>> {
  if ('sha256' in image) return succeed(image.sha256)
  const media = 'assetId' in image ? await addAsset(image.assetId) : await ownInput(inputs, image.inputId)
  if (!media.ok) return media
  return media.data.kind === 'image' ? succeed(media.data.sha256) : fail('invalid_input', 'cast.notImage')
}

/** An input that came from an address is there a second time by its bytes: what lies at the address may change. */
async function ownInput(
  { add, find, path }: CastRouteDeps['inputs'],
  id: string,
): Promise<Result<InputMedia>> {
  const record = find(id)
  if (!record) return fail('not_found', 'inputs.noInput')
  return record.url === undefined ? succeed(record) : add(record.name, createReadStream(path(record)))
}
