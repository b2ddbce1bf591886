/** Edits of a sequence. Each gives the whole value anew, and none makes a shot stale that still asks for the same. */
import type { Sequence, Shot, Track } from '#contract/sequences.ts'

export type EditedShot = Shot & { readonly id: string }

/** What of a sequence is edited, undone and saved. */
export interface SequenceValue {
  readonly name: string
  readonly frameRate?: number | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly shots: readonly EditedShot[]
  readonly sound: readonly Track[]
  readonly normalise: boolean
}

export type Edit = (value: SequenceValue) => SequenceValue

export function valueOf({
  name,
  frameRate,
  width,
  height,
  shots,
  sound,
  normalise,
}: Sequence): SequenceValue {
  const edited = shots.map(({ takes: _takes, shown: _shown, ...shot }) => shot)
  return { name, frameRate, width, height, shots: edited, sound, normalise }
}

/** Those that stand in the sequence itself: a still belongs to its shot. */
export function partsOf({ shots }: Pick<SequenceValue, 'shots'>): readonly EditedShot[] {
  return shots.filter(({ stillOf }) => stillOf === undefined)
}

export function stillOf({ shots }: Pick<SequenceValue, 'shots'>, id: string): EditedShot | undefined {
  return shots.find((shot) => shot.stillOf === id)
}

/** Behind the shot `after`, or at the end. */
export function inserted(added: readonly EditedShot[], after: string | null): Edit {
  return (value) => {
    const at = value.shots.findIndex(({ id }) => id === after)
    const place = at < 0 ? value.shots.length : at + 1
    return { ...value, shots: value.shots.toSpliced(place, 0, ...added) }
  }
}

/** A part of undefined is taken away. */
export function patched(id: string, change: Partial<Shot>): Edit {
  return (value) => ({
    ...value,
    shots: value.shots.map((shot) => (shot.id === id ? { ...shot, ...change, id } : shot)),
  })
}

/** `shown`: its asset. What went on from it goes on from that asset, which asks for the same. */
export function removed(id: string, shown: string | undefined): Edit {
  const isGone = (shot: EditedShot): boolean => shot.id === id || shot.stillOf === id
  const from = shown === undefined ? undefined : { assetId: shown }
  return (value) => ({
    ...value,
    shots: value.shots
      .filter((shot) => !isGone(shot))
      .map((shot) => (goesOnFrom(shot) === id ? { ...shot, from } : shot)),
  })
}

/** Puts a shot before another one, or at the end. */
export function moved(id: string, before: string | null): Edit {
  return (value) => {
    const shot = value.shots.find((one) => one.id === id)
    if (shot === undefined || id === before) return value
    const others = value.shots.filter((one) => one !== shot)
    const at = others.findIndex((one) => one.id === before)
    return { ...value, shots: others.toSpliced(at < 0 ? others.length : at, 0, shot) }
  }
}

/** A copy behind it, with its take and its still: both ask for the same as the first, so nothing is sent for them. */
export function duplicated(id: string, shown: string | undefined, createId: () => string): Edit {
  return (value) => {
    const shot = value.shots.find((one) => one.id === id)
    if (shot === undefined) return value
    const copy = { ...shot, id: createId(), ...(shown === undefined ? {} : { take: shown }) }
    const still = stillOf(value, id)
    const copies = still === undefined ? [copy] : [copy, { ...still, id: createId(), stillOf: copy.id }]
    return inserted(copies, id)(value)
  }
}

/** Cuts a shot in two at `atMs` of its take, which both parts show: up to now it shows the part from `inMs` to `outMs`. */
export function split(
  id: string,
  { assetId: take, inMs, outMs }: { assetId: string; inMs: number; outMs: number },
  atMs: number,
  createId: () => string,
): Edit {
  return (value) => {
    if (atMs <= inMs || atMs >= outMs || value.shots.every((shot) => shot.id !== id)) return value
    const created: string[] = []
    const both = duplicated(id, take, () => {
      const next = createId()
      created.push(next)
      return next
    })(value)
    const [second = ''] = created
    const first = patched(id, { take, trim: { inMs, outMs: atMs } })(both)
    return patched(second, { trim: { inMs: atMs, outMs } })(first)
  }
}

/** The shot whose last frame it begins with. */
export function goesOnFrom({ from }: Shot): string | undefined {
  return from !== undefined && 'shotId' in from ? from.shotId : undefined
}

/** Whether a shot would, in the end, go on from itself. */
export function wouldCircle({ shots }: Pick<SequenceValue, 'shots'>, id: string, from: string): boolean {
  const chain = new Set<string>()
  for (let at: string | undefined = from; at !== undefined && !chain.has(at);) {
    chain.add(at)
    const shot = shots.find((one) => one.id === at)
    at = shot && goesOnFrom(shot)
  }
  return chain.has(id)
}

/** What a shot asks for, apart from where it begins and what is done with its take. */
export type ShotRequest = Pick<
  Shot,
  'mediaType' | 'provider' | 'model' | 'scene' | 'prompt' | 'options' | 'inputs'
>

export function requestOf(shot: Shot): ShotRequest {
  const { mediaType, provider, model, scene, prompt, options, inputs } = shot
  return { mediaType, provider, model, scene, prompt, options, inputs }
}

/** One shot for each line that is not empty. */
export function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
