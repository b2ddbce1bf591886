/**
 * Which part of which take is shown, in the order of time: what is rendered, and what other programs are given.
 *
 * Owns the choice. How long takes are is measured, never what a service was asked for.
 */
import { USUAL_STILL_MS, type Sequence, type SequenceShot, type Track } from '#contract/sequences.ts'
import type { RenderClip } from '#contract/rendering.ts'
import { firstCharacters } from '../library/exchange/file-names.ts'
import type { AssetRecord } from '../library/assets/asset-row.ts'
import type { FileFacts } from '../rendering/measure-clip.ts'
import { plainLine } from './plain-text.ts'

const USUAL_SIZE = { width: 1280, height: 720 }
const USUAL_RATE = 24
const MAX_NAME = 60

export interface Take {
  readonly record: AssetRecord
  /** Null of an image, and of a file that cannot be read. */
  readonly facts: FileFacts | null
}

export interface Cut {
  readonly name: string
  readonly width: number
  readonly height: number
  /** Frames a second. */
  readonly frameRate: number
  readonly clips: readonly (RenderClip & { readonly name: string })[]
  readonly sound: readonly Track[]
  /** Shots that have nothing to show. */
  readonly open: number
  /** Sounds that are no longer in the library, or that begin when the last shot has ended. */
  readonly unheard: number
}

/** When it begins and ends in its file, in ms: a video with its own frames, whose file may begin earlier and have a longer sound. Of an image 0. */
export function spanOf({ record: { durationMs = 0 }, facts }: Take): { startMs: number; endMs: number } {
  if (!facts?.video) return { startMs: 0, endMs: durationMs }
  const { fromSeconds, toSeconds } = facts.video.part
  return { startMs: fromSeconds * 1_000, endMs: toSeconds * 1_000 }
}

/** The assets that a sequence shows or plays, each once. */
export function usedAssets({ shots, sound }: Sequence): readonly string[] {
  const shown = shots.filter(isShown).flatMap(({ shown: assetId }) => assetId ?? [])
  return [...new Set([...shown, ...sound.map(({ assetId }) => assetId)])]
}

/** `takes` are those of `usedAssets` that are there. */
export function cutOf(sequence: Sequence, takes: ReadonlyMap<string, Take>): Cut {
  const shots = sequence.shots.filter(isShown)
  const clips: (RenderClip & { name: string })[] = []
  for (const [at, shot] of shots.entries()) {
    const take = shot.shown === undefined ? undefined : takes.get(shot.shown)
    const clip = take && clipOf(shot, at + 1, take)
    if (clip)
      clips.push({
        ...clip,
        name: nameOf(shot, at),
        dropsFirstFrame: goesOnFrom(clip, fromAsset(sequence, shot), clips.at(-1), takes),
      })
  }
  const first = clips[0] && takes.get(clips[0].assetId)
  const lengthMs = clips.reduce((sum, { inMs, outMs }) => sum + outMs - inMs, 0)
  const sound = sequence.sound.filter(({ assetId, startMs }) => takes.has(assetId) && startMs < lengthMs)
  return {
    name: sequence.name,
    width: sequence.width ?? first?.record.width ?? USUAL_SIZE.width,
    height: sequence.height ?? first?.record.height ?? USUAL_SIZE.height,
    frameRate:
      sequence.frameRate ??
      clips.flatMap(({ assetId }) => takes.get(assetId)?.facts?.video?.frameRate ?? [])[0] ??
      USUAL_RATE,
    clips,
    sound,
    open: shots.length - clips.length,
    unheard: sequence.sound.length - sound.length,
  }
}

/** A still that another shot begins with is no part of the sequence itself. */
function isShown({ stillOf }: SequenceShot): boolean {
  return stillOf === undefined
}

/** Null where the take is nothing that is shown, or its length is not known. */
function clipOf(
  { id: shotId, trim, stillMs = USUAL_STILL_MS, muted = false, caption }: SequenceShot,
  number: number,
  take: Take,
): RenderClip | null {
  const { id: assetId, kind } = take.record
  const { startMs, endMs } = spanOf(take)
  const said = caption === undefined || caption === '' ? {} : { caption }
  const common = { shotId, number, assetId, muted, dropsFirstFrame: false, ...said }
  if (kind === 'image') return { ...common, kind, inMs: 0, outMs: stillMs }
  if (kind !== 'video' || endMs <= startMs) return null
  const outMs = Math.min(trim?.outMs ?? endMs, endMs)
  const inMs = Math.max(trim?.inMs ?? startMs, startMs)
  // A trim that was meant for a longer take shows all of this one.
  return inMs < outMs ? { ...common, kind, inMs, outMs } : { ...common, kind, inMs: startMs, outMs: endMs }
}

/** The asset whose last frame it begins with. A still takes the place of another first frame. */
function fromAsset({ shots }: Sequence, { id, from }: SequenceShot): string | undefined {
  const still = shots.find(({ stillOf }) => stillOf === id)
  if (still) return still.shown
  return from && 'shotId' in from ? shots.find((one) => one.id === from.shotId)?.shown : from?.assetId
}

/** Whether it begins with the very frame that was shown last, also of a shot that was cut in two. */
function goesOnFrom(
  clip: RenderClip,
  from: string | undefined,
  before: RenderClip | undefined,
  takes: ReadonlyMap<string, Take>,
): boolean {
  const own = takes.get(clip.assetId)
  const isCut = own === undefined || clip.inMs > spanOf(own).startMs
  if (!before || before.assetId !== from || clip.kind !== 'video' || isCut) return false
  const take = takes.get(from)
  return before.kind === 'image' || (take !== undefined && showsLastFrame(before, take))
}

/** Its end is nearer to the file's than half a frame. A trim is in whole ms, and a frame is not. */
function showsLastFrame({ outMs }: RenderClip, take: Take): boolean {
  const { frameRate = 500 } = take.facts?.video ?? {}
  return outMs > spanOf(take).endMs - 500 / frameRate
}

function nameOf({ title, prompt }: SequenceShot, at: number): string {
  return plainLine(title ?? '') || firstCharacters(plainLine(prompt), MAX_NAME) || `${at + 1}`
}
