/** What can be done with the inputs of the form. Every file, asset and address goes to the host at once, which keeps it. */
import type { RenderedResult } from '#contract/errors.ts'
import type { InputMedia } from '#contract/inputs.ts'
import type { Asset } from '#contract/library.ts'
import { MAX_REQUEST_INPUTS, MEDIA_TYPES, type MediaType } from '#contract/rules/media.ts'
import type { Bridge } from '../../../bridge/bridge.ts'
import { say } from '../../../locales/say.ts'
import type { DraftInput } from '../draft.ts'
import type { ForeignFormat } from './convert-image.ts'
import type { DroppedItems, DroppedItem } from './dropped-items.ts'
import { canMask, imageOf, withOwnImages } from './plan-inputs.ts'

/** Why nothing, or not all, of what was dropped became an input. */
export type DropProblem =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'full'; readonly left: number }
  /** A workflow for another service than the one in use, and one in a form that no service runs. */
  | { readonly kind: 'workflowElsewhere'; readonly service: string }
  | { readonly kind: 'workflowLayout' }
  /** A recipe or a workflow that cannot be read, and what the host said of it. */
  | { readonly kind: 'recipe'; readonly message: string }

/** What a removal took out of a form: an image, with its mask. */
export interface RemovedInputs {
  readonly mediaType: MediaType
  /** Each with its place in the form, from the first. */
  readonly taken: readonly (readonly [at: number, input: DraftInput])[]
}

export interface InputActions {
  /** About what was added last; null where all of it was taken. */
  readonly dropProblem: DropProblem | null
  addItems(dropped: DroppedItems): Promise<void>
  addFiles(files: readonly File[]): Promise<void>
  /** As the first frame; of a video its last one, which the host makes once for whoever asks. */
  addFrame(frame: Blob | Pick<Asset, 'id'>): Promise<unknown>
  removeInput(key: string): void
  putBack(removed: RemovedInputs): void
  /** Puts it in front of another one; behind all where `before` is null. */
  moveInput(key: string, before: string | null): void
  /** An `option` of null follows what is known of the model again, a `shape` of undefined what is usual. */
  changeInput(
    key: string,
    change: Partial<Pick<DraftInput, 'role' | 'paint' | 'keepsOutside' | 'option' | 'shape'>>,
  ): void
  /**
   * Puts what was made of an image in its place, and the mask over it beside it; null takes that away. Fails as an upload does,
   * and changes nothing then.
   */
  editImage(key: string, edited: EditedImage, keepsOutside: boolean): Promise<RenderedResult<unknown>>
  /** Takes the image as it was before it was edited, without a mask. */
  restoreImage(key: string): void
}

export interface EditedImage {
  /** null where it stays as it is. */
  readonly image: Blob | null
  readonly mask: Blob | null
}

const FRAME = 'frame.png'
const LAST_FRAME = 'last-frame.png'

export interface InputActionNeeds {
  readonly bridge: Bridge
  createKey(): string
  /** The media type whose form is open. */
  mediaType(): MediaType
  inputsOf(media: MediaType): readonly DraftInput[]
  edit(media: MediaType, inputs: readonly DraftInput[]): void
  tell(problem: DropProblem | null): void
  onRemoved?(removed: RemovedInputs): void
  /** The host has answered, and the form holds the input no longer. */
  onLate?(key: string, to: (input: DraftInput) => DraftInput): void
}

/** The host's answer, and what the page made the file from before it sent it. */
export type AddedInput = RenderedResult<InputMedia> & { readonly convertedFrom?: ForeignFormat }

/**
 * An input on its way to the host. Resolves to its key, and to null where the form holds it no longer when the host answers.
 */
export type AddInput = (
  name: string,
  ask: () => Promise<AddedInput>,
  how?: Partial<Omit<DraftInput, 'key' | 'name' | 'media' | 'problem'>>,
) => Promise<string | null>

export function createInputActions(needs: InputActionNeeds): Omit<InputActions, 'dropProblem'> & {
  readonly addInput: AddInput
} {
  const { bridge, createKey, mediaType, inputsOf, edit, tell } = needs
  function change(media: MediaType, key: string, to: (input: DraftInput) => DraftInput): void {
    edit(
      media,
      inputsOf(media).map((input) => (input.key === key ? to(input) : input)),
    )
  }
  /** One after another: the host holds each file in memory while it looks into it. */
  let last: Promise<unknown> = Promise.resolve()
  const addInput: AddInput = async (name, ask, how = {}) => {
    const media = mediaType()
    const key = createKey()
    edit(media, [...inputsOf(media), { key, name, media: null, option: null, problem: null, ...how }])
    // Reading a file fails where it was moved or changed since.
    const turn = last.then(ask).catch(unreadable)
    last = turn
    const response = await turn
    const { convertedFrom } = response
    const settled = (input: DraftInput): DraftInput =>
      response.ok
        ? { ...input, media: response.data, ...(convertedFrom === undefined ? {} : { convertedFrom }) }
        : { ...input, problem: response.error.message }
    // At the start it goes along to the media type that opens.
    const holder = MEDIA_TYPES.find((one) => inputsOf(one).some((input) => input.key === key))
    if (holder !== undefined) change(holder, key, settled)
    else needs.onLate?.(key, settled)
    return holder === undefined ? null : key
  }
  async function addItem(one: DroppedItem): Promise<unknown> {
    switch (one.kind) {
      case 'file':
        return await addInput(one.file.name, () => upload(bridge, one.file))
      case 'asset':
        return await addInput(one.name, () => bridge.call('inputs.add', { assetId: one.assetId }), {
          assetId: one.assetId,
        })
      case 'url':
        return await addInput(one.url, () => bridge.call('inputs.add', { url: one.url }))
      case 'bytes':
        return await addInput(one.name, () =>
          bridge.call('inputs.add', { name: one.name, dataUrl: one.dataUrl }),
        )
    }
  }
  async function addItems({ items, folders }: DroppedItems): Promise<void> {
    const remaining = Math.max(0, MAX_REQUEST_INPUTS - inputsOf(mediaType()).length)
    tell(problemOf(items.length, folders, remaining))
    await Promise.all(items.slice(0, remaining).map(addItem))
  }
  return {
    addInput,
    addItems,
    addFrame: (frame) =>
      frame instanceof Blob
        ? addInput(FRAME, () => bridge.upload(frame, FRAME), { role: 'firstFrame' })
        : addInput(LAST_FRAME, () => bridge.call('rendering.lastFrame', { assetId: frame.id }), {
            role: 'firstFrame',
          }),
    addFiles: (files) => addItems({ items: files.map((file) => ({ kind: 'file', file })), folders: 0 }),
    removeInput: (key) => removeInput(needs, key),
    putBack: ({ mediaType: media, taken }) => edit(media, withPutBack(inputsOf(media), taken)),
    moveInput(key, before) {
      const inputs = withOwnImages(inputsOf(mediaType()))
      const moved = inputs.find((input) => input.key === key)
      if (moved === undefined || key === before) return
      const others = inputs.filter((input) => input !== moved)
      const at = others.findIndex((input) => input.key === before)
      edit(mediaType(), others.toSpliced(at === -1 ? others.length : at, 0, moved))
    },
    changeInput(key, to) {
      change(mediaType(), key, (input) => ({ ...input, ...to }))
    },
    restoreImage: (key) => edit(mediaType(), withRestored(inputsOf(mediaType()), key)),
    editImage: (key, edited, keepsOutside) => editImage(needs, key, edited, keepsOutside),
  }
}

function removeInput({ mediaType, inputsOf, edit, tell, onRemoved }: InputActionNeeds, key: string): void {
  tell(null)
  const media = mediaType()
  const before = inputsOf(media)
  const left = withoutInput(before, key)
  edit(media, left)
  const taken = [...before.entries()].filter(([, input]) => !left.includes(input))
  // What the host still reads could not come back whole.
  if (taken.every(([, input]) => input.media !== null)) onRemoved?.({ mediaType: media, taken })
}

function withPutBack(inputs: readonly DraftInput[], taken: RemovedInputs['taken']): readonly DraftInput[] {
  return taken.reduce((all, [at, input]) => all.toSpliced(at, 0, input), inputs)
}

/** A mask goes with its image. */
function withoutInput(inputs: readonly DraftInput[], key: string): readonly DraftInput[] {
  const left = inputs.filter((input) => input.key !== key)
  const imageIn = (some: typeof inputs, mask: DraftInput) => imageOf(mask, some)?.media?.id
  return left.filter((input) => input.role !== 'mask' || imageIn(left, input) === imageIn(inputs, input))
}

function withRestored(inputs: readonly DraftInput[], key: string): readonly DraftInput[] {
  const cut = inputs.find((input) => input.key === key)
  return inputs
    .filter(({ masks }) => masks === undefined || masks !== cut?.media?.id)
    .map((input) => {
      const { original, ...rest } = input
      return input === cut && original !== undefined ? { ...rest, media: original } : input
    })
}

async function editImage(
  { bridge, createKey, mediaType, inputsOf, edit }: InputActionNeeds,
  key: string,
  { image, mask: drawn }: EditedImage,
  keepsOutside: boolean,
): Promise<RenderedResult<unknown>> {
  const media = mediaType()
  const old = inputsOf(media).find((input) => input.key === key)
  const stem = (old?.media?.name ?? '').replace(/\.[^.]*$/, '')
  const newImage = image && (await bridge.upload(image, `${stem}.png`))
  if (newImage?.ok === false) return newImage
  const mask = canMask(inputsOf(media), key) ? drawn : null
  const newMask = mask && (await bridge.upload(mask, `${stem} mask.png`))
  if (newMask?.ok === false) return newMask
  const inputs = inputsOf(media)
  // The mask of another image stays where none was drawn on this one.
  const known = inputs.find(
    (input) => input.role === 'mask' && (newMask !== null || imageOf(input, inputs)?.key === key),
  )
  const fresh = { key: createKey(), name: '', option: null, problem: null, role: 'mask' } as const
  edit(
    media,
    inputs.flatMap((input) => {
      if (input === known) return []
      if (input.key !== key) return [input]
      const changed = newImage === null ? input : withOriginal(input, newImage.data)
      return newMask === null
        ? [changed]
        : [changed, { ...(known ?? fresh), keepsOutside, media: newMask.data, ...masksOf(changed) }]
    }),
  )
  return { ok: true, data: null }
}

function withOriginal(input: DraftInput, media: InputMedia): DraftInput {
  const original = input.original ?? input.media
  return { ...input, media, ...(original !== null && { original }) }
}

function masksOf({ media }: DraftInput): Pick<DraftInput, 'masks'> {
  return media === null ? {} : { masks: media.id }
}

function unreadable(): AddedInput {
  return { ok: false, error: { code: 'invalid_input', message: say('input.unreadable') } }
}

async function upload(bridge: Bridge, file: File): Promise<AddedInput> {
  const { convertImage } = await import('./convert-image.ts')
  const converted = await convertImage(file)
  if (converted === null) return await bridge.upload(file, file.name)
  return {
    ...(await bridge.upload(converted.file, converted.name)),
    convertedFrom: converted.from,
  }
}

function problemOf(given: number, folders: number, remaining: number): DropProblem | null {
  if (given > remaining) return { kind: 'full', left: given - remaining }
  if (folders > 0) return { kind: 'folder' }
  return given === 0 ? { kind: 'nothing' } : null
}
