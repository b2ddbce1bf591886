/**
 * What the cast makes of a request: each `@handle` becomes the member's sentence, and its images become inputs where the model takes
 * them. What cannot be taken is said.
 *
 * A sentence is put in as it is: a handle in it is not read again. A request that has `provenance.cast` was expanded before.
 */
import type { CastUse } from '#contract/cast.ts'
import type { InputMedia, InputReference } from '#contract/inputs.ts'
import type { JsonObject } from '#contract/json.ts'
import { message, type Message } from '#contract/messages/message.ts'
import { handleKey, handlesIn } from '#contract/rules/handles.ts'
import { usualShape } from '#contract/rules/input-keys.ts'
import type { GenerateRequest, RequestProvenance } from '#contract/tasks.ts'
import {
  type CastModel,
  hasVoice,
  type ImageOption,
  imageOption,
  type KindOf,
  sceneWithImages,
  voiceOption,
} from './cast-options.ts'

/** An input that an image of a member lies in. */
export type CastInput = Pick<InputMedia, 'id' | 'kind' | 'sha256' | 'url'>

/** A member with its images found; null for one whose file is gone. */
export interface FoundMember {
  readonly id: string
  readonly handle: string
  readonly name: string
  readonly sentence: string
  readonly voice?: string
  readonly images: readonly (CastInput | null)[]
}

interface ExpandDeps {
  readonly find: (handle: string) => FoundMember | null
  readonly model: () => CastModel
  readonly input: (inputId: string) => CastInput | null
}

/** As `ExpandedRequest`, with messages that are not rendered. */
export interface Expansion {
  readonly request: GenerateRequest
  readonly uses: readonly (Omit<CastUse, 'notes'> & { readonly notes: readonly Message[] })[]
  readonly unknown: readonly string[]
  readonly refusal: Message | null
}

export function expandRequest(request: GenerateRequest, deps: ExpandDeps): Expansion {
  const { prompt = '', provenance } = request
  const handles = provenance?.cast === undefined ? handlesIn(prompt) : []
  const found = new Map(handles.map(({ handle }) => [handleKey(handle), deps.find(handle)]))
  const unknown = handles.filter(({ handle }) => !found.get(handleKey(handle))).map(({ handle }) => handle)
  const members = [...found.values()].filter((member) => member !== null)
  const named = [...new Set(unknown)]
  if (members.length === 0) return { request, uses: [], unknown: named, refusal: null }
  const images = planImages(request, members, deps)
  const voice = planVoice(request, members, deps.model)
  const uses = members.map((member) => {
    const added = images.added.get(member.id) ?? []
    const { id: memberId, handle, name, sentence } = member
    return {
      memberId,
      handle,
      name,
      sentence,
      added: added.map(({ inputId, option }) => ({ inputId, option })),
      ...(voice.taker === member && { voiceOption: voice.option }),
      notes: [...images.notes(member), ...voice.notes(member)],
    }
  })
  const inputs = [...(request.inputs ?? []), ...members.flatMap(({ id }) => images.added.get(id) ?? [])]
  const hasAdded = inputs.length > (request.inputs?.length ?? 0)
  const expanded: GenerateRequest = {
    ...request,
    prompt: withSentences(prompt, handles, found),
    scene: hasAdded ? sceneWithImages(request) : request.scene,
    ...(inputs.length > 0 && { inputs }),
    ...(voice.options && { options: { ...request.options, ...voice.options } }),
    provenance: { ...provenance, template: provenance?.template ?? prompt, cast: uses.map(noteOf) },
  }
  const gone = images.option ? members.find((member) => goneOf(member) > 0) : undefined
  return { request: expanded, uses, unknown: named, refusal: gone ? goneNote(gone) : null }
}

function withSentences(
  prompt: string,
  handles: ReturnType<typeof handlesIn>,
  found: ReadonlyMap<string, FoundMember | null>,
): string {
  let at = 0
  let text = ''
  for (const { handle, start, end } of handles) {
    const member = found.get(handleKey(handle))
    if (!member) continue
    text += prompt.slice(at, start) + phraseOf(member)
    at = end
  }
  return text + prompt.slice(at)
}

/** It stands inside of another sentence: without a full stop at its end. The name stands for a member without a sentence. */
function phraseOf({ name, sentence }: FoundMember): string {
  return sentence.replace(/[\s.。]+$/u, '') || name
}

function noteOf({
  handle,
  name,
  added,
  voiceOption: option,
}: Expansion['uses'][number]): NonNullable<RequestProvenance['cast']>[number] {
  const inputIds = added.map(({ inputId }) => inputId)
  return { handle, name, inputIds, ...(option !== undefined && { voiceOption: option }) }
}

interface PlannedImages {
  readonly option: ImageOption | null
  /** By the member's id. */
  readonly added: ReadonlyMap<string, readonly InputReference[]>
  readonly notes: (member: FoundMember) => readonly Message[]
}

/** Where the model does not take all, each member gets its first image before any gets a second one. */
function planImages(
  request: GenerateRequest,
  members: readonly FoundMember[],
  { model, input }: ExpandDeps,
): PlannedImages {
  const added = new Map<string, InputReference[]>()
  if (members.every(({ images }) => images.length === 0)) {
    return { option: null, added, notes: () => [] }
  }
  const kindOf: KindOf = (inputId) => input(inputId)?.kind ?? null
  const { knowledge } = model()
  const option = imageOption(request, model(), kindOf)
  const present = new Set((request.inputs ?? []).map(({ inputId }) => input(inputId)?.sha256))
  const left = new Map<string, number>()
  let remaining = option?.remaining ?? 0
  const most = Math.max(...members.map(({ images }) => images.length))
  for (let place = 0; place < most; place++) {
    for (const { id, images } of members) {
      const image = images[place]
      if (!image || !option || present.has(image.sha256)) continue
      if (remaining === 0) {
        left.set(id, (left.get(id) ?? 0) + 1)
        continue
      }
      remaining -= 1
      present.add(image.sha256)
      const shape = usualShape(image, false, knowledge)
      added.set(id, [...(added.get(id) ?? []), { inputId: image.id, option: option.option, shape }])
    }
  }
  const notes = (member: FoundMember): readonly Message[] => {
    const { id, name, images } = member
    if (images.length === 0) return []
    if (!option) return [message('cast.takesNoImages', { name })]
    const out = left.get(id) ?? 0
    return [
      ...(goneOf(member) > 0 ? [goneNote(member)] : []),
      ...(out > 0 ? [message('cast.imagesOmitted', { name, left: out })] : []),
    ]
  }
  return { option, added, notes }
}

function goneOf({ images }: FoundMember): number {
  return images.filter((image) => image === null).length
}

function goneNote(member: FoundMember): Message {
  return message('cast.imageGone', { name: member.name, count: goneOf(member) })
}

interface PlannedVoice {
  readonly taker?: FoundMember
  readonly option?: string
  readonly options?: JsonObject
  readonly notes: (member: FoundMember) => readonly Message[]
}

/** The first member with a voice speaks, unless the user has set another voice. Only sound has one. */
function planVoice(
  request: GenerateRequest,
  members: readonly FoundMember[],
  model: ExpandDeps['model'],
): PlannedVoice {
  const [taker, ...others] = members.filter(({ voice = '' }) => voice !== '')
  const { voice } = taker ?? {}
  if (taker === undefined || voice === undefined || hasVoice(request)) return { notes: () => [] }
  const option = voiceOption(model(), voice)
  if (option === null) {
    const isSound = request.mediaType === 'music'
    const notes = ({ name, voice: own = '' }: FoundMember) =>
      isSound && own !== '' ? [message('cast.takesNoVoice', { name })] : []
    return { notes }
  }
  const notes = (member: FoundMember) =>
    others.includes(member) ? [message('cast.voiceTaken', { name: member.name })] : []
  return { taker, option, options: { [option]: voice }, notes }
}
