/**
 * Work on pictures and sound that needs a browser's decoders: the last frame of a video, a sequence that has to be encoded. The host asks,
 * a page that is open does it, and the host keeps what comes of it.
 */
import { z } from 'zod'
import type { InputMedia } from './inputs.ts'
import type { Track } from './sequences.ts'
import { empty, id, route } from './route.ts'

/** What is shown of one asset. */
export interface RenderClip {
  readonly shotId: string
  /** Of its shot, as the strip counts them: also those that have nothing to show. */
  readonly number: number
  readonly assetId: string
  readonly kind: 'image' | 'video'
  /** Of the asset, in ms; an end behind its own means its own. Of an image 0 and how long it is shown. */
  readonly inMs: number
  readonly outMs: number
  readonly muted: boolean
  /** It begins with the frame that the clip before ended with: that one is left out. */
  readonly dropsFirstFrame: boolean
  readonly caption?: string
}

/** As people write them. */
export const FORMAT_NAMES = { mp4: 'MP4', webm: 'WebM' } as const

/** What a rendered sequence is made of, in the order of time. */
export interface RenderPlan {
  readonly name: string
  readonly format: keyof typeof FORMAT_NAMES
  readonly width: number
  readonly height: number
  /** Frames a second. */
  readonly frameRate: number
  readonly clips: readonly RenderClip[]
  readonly sound: readonly Track[]
  /** To -16 LUFS. */
  readonly normalise: boolean
}

export type RenderWork =
  | { readonly id: string; readonly kind: 'lastFrame'; readonly assetId: string }
  | { readonly id: string; readonly kind: 'encode'; readonly plan: RenderPlan }

/**
 * `noDecoder`, `noEncoder`: this page has none for it; `noSoundDecoder`: for the sound of a clip, `noTrackDecoder`: for a sound under the
 * clips. `damaged`: the file cannot be read.
 */
export const RENDER_FAILURES = [
  'noDecoder',
  'noSoundDecoder',
  'noTrackDecoder',
  'noEncoder',
  'damaged',
  'failed',
] as const

export type RenderFailure = (typeof RENDER_FAILURES)[number]

/** One page, from its start to its end. */
const pageId = z.uuid()

/** Of a video, as its packets tell; all null of what is none, or cannot be read. */
export interface VideoMeasures {
  /** Frames a second. Null where they come at no steady rate. */
  readonly frameRate: number | null
  /** When its first frame begins and its last one ends, in whole ms: what exports show of it. Its file may begin earlier, and its sound go on. */
  readonly startMs: number | null
  readonly endMs: number | null
}

export const renderingRoutes = {
  /** The last frame of a video as an input, or an image as one: made once, and the same wherever it is asked for. It waits for a page. */
  'rendering.lastFrame': route<InputMedia>()(z.strictObject({ assetId: id })),
  'rendering.measure': route<VideoMeasures>()(z.strictObject({ assetId: id })),
  /** What waits for a page, oldest first. */
  'rendering.work': route<{ readonly items: readonly RenderWork[] }>()(empty),
  /** One page does it. A page that says nothing for 30 s has lost it. */
  'rendering.claim': route<{ readonly claimed: boolean }>()(z.strictObject({ id, pageId })),
  /** `done` of 1. What is no longer wanted is to be left. */
  'rendering.report': route<{ readonly isWanted: boolean }>()(
    z.strictObject({ id, pageId, done: z.number().min(0).max(1) }),
  ),
  /** `clip`: its place among the plan's clips, of `noTrackDecoder` among its sounds. */
  'rendering.fail': route<Record<string, never>>()(
    z.strictObject({ id, pageId, reason: z.enum(RENDER_FAILURES), clip: z.int().min(0).optional() }),
  ),
  /** `inputId` is the last frame. Of a rendered sequence all bytes were sent before (`POST /renders/<id>`). */
  'rendering.finish': route<Record<string, never>>()(z.strictObject({ id, pageId, inputId: id.optional() })),
} as const
