/** How shots begin: from lines of a text, or from assets of the library. */
import type { Asset } from '#contract/library.ts'
import { isShotType } from '#contract/rules/shot-states.ts'
import type { Shot, Track } from '#contract/sequences.ts'
import type { EditedShot } from './edits.ts'
import type { FirstModel } from './sequence-context.ts'

export function shotsOfLines(
  lines: readonly string[],
  { mediaType, provider, model }: FirstModel,
  options?: Shot['options'],
): readonly EditedShot[] {
  return lines.map((prompt) => ({ id: crypto.randomUUID(), mediaType, provider, model, prompt, options }))
}

/** An audio file becomes a sound under the shots. What no model made asks for `first`, should it be made again; without one it is left out. */
export function shotsOfAssets(
  assets: readonly Asset[],
  first: FirstModel | null,
): { readonly shots: readonly EditedShot[]; readonly sound: readonly Track[] } {
  const shots = assets.flatMap((asset): readonly EditedShot[] => {
    const { kind, id: take, prompt = '', mediaType, provider, model, options, inputs } = asset
    if (kind !== 'image' && kind !== 'video') return []
    const isMade = provider !== '' && model !== '' && asset.taskId !== undefined
    const made =
      isMade && isShotType(mediaType)
        ? { mediaType, provider, model, options, inputs: inputs?.slice() }
        : first
    return made === null ? [] : [{ ...made, id: crypto.randomUUID(), prompt, take }]
  })
  const sound = assets
    .filter(({ kind }) => kind === 'audio')
    .map(({ id }) => ({ assetId: id, startMs: 0, levelDb: 0, fadeInMs: 0, fadeOutMs: 0 }))
  return { shots, sound }
}

/** A video that begins with the last frame of `last`. */
export function shotGoingOn(last: EditedShot, first: FirstModel | null): EditedShot {
  const { mediaType, provider, model } = last.mediaType === 'video' ? last : (first ?? last)
  return { id: crypto.randomUUID(), mediaType, provider, model, prompt: '', from: { shotId: last.id } }
}
