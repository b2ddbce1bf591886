/** A cast member while it is edited in its form, and how that is saved. */
import type { CastMember } from '#contract/cast.ts'
import type { RouteInput } from '#contract/routes.ts'
import { inputUrl, thumbUrl } from '../../../bridge/media.ts'
import type { DraftInput } from '../draft.ts'

type SavedMember = RouteInput<'cast.save'>
type GivenImage = NonNullable<SavedMember['images']>[number]

/** An image that needs no reading: one that the member has, or an asset of the library. */
export interface EditedImage {
  readonly key: string
  readonly given: GivenImage
  /** Where it is shown from; null where its file is gone. */
  readonly url: string | null
  readonly role: string
}

export interface EditedMember {
  /** Undefined while it is new. */
  readonly id?: string
  readonly handle: string
  readonly name: string
  readonly sentence: string
  readonly voice: string
  readonly images: readonly EditedImage[]
}

/** A new member that the dialog is to begin with. */
export interface FirstMember {
  readonly handle?: string
  readonly assetIds?: readonly string[]
}

export function newMember(handle = '', assetIds: readonly string[] = []): EditedMember {
  const images = assetIds.map((assetId): EditedImage => ({
    key: assetId,
    given: { assetId },
    url: thumbUrl(assetId),
    role: '',
  }))
  return { handle, name: handle, sentence: '', voice: '', images }
}

export function editedMember({ id, handle, name, sentence, voice = '', images }: CastMember): EditedMember {
  return {
    id,
    handle,
    name,
    sentence,
    voice,
    images: images.map(({ sha256, inputId, role = '' }) => ({
      key: sha256,
      given: { sha256 },
      url: inputId === null ? null : inputUrl(inputId),
      role,
    })),
  }
}

/** As the host takes it; `added` are the images that were read, each with its role by its key. Those that were refused stay out. */
export function savedMember(
  { images, ...member }: EditedMember,
  added: readonly DraftInput[],
  roles: Readonly<Record<string, string>>,
): SavedMember {
  const own = images.map(({ given, role }): GivenImage => ({ ...given, role }))
  const read = added.flatMap(({ key, media }): readonly GivenImage[] =>
    media === null ? [] : [{ inputId: media.id, role: roles[key] ?? '' }],
  )
  return { ...member, images: [...own, ...read] }
}
