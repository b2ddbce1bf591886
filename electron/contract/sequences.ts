/**
 * Sequences: shots in order that become one video. A sequence has no way of its own to send or to store: shots become tasks, and takes
 * are assets.
 */
import { z } from 'zod'
import type { Estimate, Amount } from './spending.ts'
import type { Job } from './library.ts'
import { inputReferenceSchema } from './inputs.ts'
import { jsonObjectSchema } from './json.ts'
import type { MessageId, Rendered } from './messages/message.ts'
import { sceneSchema } from './models.ts'
import { empty, id, modelId, name, profileId, providerName, route } from './route.ts'
import type { Task } from './tasks.ts'
import { MAX_REQUEST_INPUTS } from './rules/media.ts'

export const MAX_SHOTS = 500
const MAX_TRACKS = 8
export const MAX_PROMPT = 100_000
/** How long an image is shown unless its shot says otherwise, in ms. */
export const USUAL_STILL_MS = 3_000
/** A day, in ms. */
const MAX_POSITION_MS = 86_400_000

const ms = z.int().min(0).max(MAX_POSITION_MS)

/** What a shot shows of its take, in ms of the take: from `inMs`, up to `outMs`. */
const trimSchema = z.strictObject({ inMs: ms, outMs: ms })

export const shotSchema = z.strictObject({
  /** Unique in the sequence. Without one it gets one. */
  id: id.optional(),
  title: z.string().trim().max(200).optional(),
  mediaType: z.enum(['image', 'video']),
  /** Without it, the active service of the moment it is planned, unless another has made it, is making it or has accepted it. */
  profileId,
  provider: providerName,
  model: modelId,
  /** Without it, the plainest that its media type and its inputs allow. */
  scene: sceneSchema.optional(),
  prompt: z.string().max(MAX_PROMPT),
  options: jsonObjectSchema.optional(),
  inputs: z.array(inputReferenceSchema).max(MAX_REQUEST_INPUTS).optional(),
  /** Its first frame: the last frame of another shot, or an asset (an image, or the last frame of a video). */
  from: z.union([z.strictObject({ shotId: id }), z.strictObject({ assetId: id })]).optional(),
  /** The option that receives its first frame. Without it, the model's first option for an image. */
  fromOption: z.string().min(1).max(200).optional(),
  /** Of an image shot: it is the first frame of this shot, and no part of the sequence itself. */
  stillOf: id.optional(),
  /** The chosen take. Without it, the newest. */
  take: id.optional(),
  trim: trimSchema.optional(),
  /** Its sound is not heard. */
  muted: z.boolean().optional(),
  caption: z.string().trim().max(1_000).optional(),
  /** How often the user asked for another take of the same request. */
  newTake: z.int().min(0).max(10_000).optional(),
  /** Of an image that stands in the sequence itself: how long it is shown. */
  stillMs: z.int().min(40).max(600_000).optional(),
})

export type Shot = z.infer<typeof shotSchema>

/** A sound under the shots. */
export const trackSchema = z.strictObject({
  assetId: id,
  /** When it begins in the sequence. */
  startMs: ms.default(0),
  levelDb: z.number().min(-60).max(12).default(0),
  fadeInMs: ms.default(0),
  fadeOutMs: ms.default(0),
})

export type Track = z.infer<typeof trackSchema>

const frameRate = z.number().min(1).max(120)
const side = z.int().min(16).max(8_192)

export const sequenceSchema = z.strictObject({
  id: id.optional(),
  name,
  /** Frames a second. */
  frameRate: frameRate.optional(),
  width: side.optional(),
  height: side.optional(),
  shots: z.array(shotSchema).max(MAX_SHOTS, 'sequences.tooManyShots' satisfies MessageId),
  sound: z.array(trackSchema).max(MAX_TRACKS).optional(),
  /** The sound as a whole is brought to -16 LUFS. */
  normalise: z.boolean().optional(),
  /** The one that was read. `conflict` where another window saved since; without it nothing is compared. */
  revision: z.int().min(0).optional(),
})

export type SequenceInput = z.infer<typeof sequenceSchema>

/** A result of a shot. */
export interface Take {
  readonly assetId: string
  /** Of the request that made it, as the asset's. */
  readonly requestHash?: string
  readonly createdAt: number
}

export interface SequenceShot extends Shot {
  readonly id: string
  /** Newest first, without what is in the trash. */
  readonly takes: readonly Take[]
  /** The chosen one, else the newest; absent where there is none. */
  readonly shown?: string
}

export interface Sequence {
  readonly id: string
  readonly name: string
  /** Absent: as the first clip has it. */
  readonly frameRate?: number
  readonly width?: number
  readonly height?: number
  readonly shots: readonly SequenceShot[]
  readonly sound: readonly Track[]
  readonly normalise: boolean
  /** Grows with every save. */
  readonly revision: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** A sequence that came in a file. */
export interface ImportedSequence extends Sequence {
  /** What is not as it was where it was packed: handles that were renamed, takes and sounds that are missing. */
  readonly notes: readonly Rendered[]
}

export interface SequenceSummary extends Pick<Sequence, 'id' | 'name' | 'createdAt' | 'updatedAt'> {
  readonly shots: number
  /** Of the first shots that have one. At most 4. */
  readonly assetIds: readonly string[]
}

/**
 * `made`: its request has a saved asset. `open`: a task is on its way, or its outcome is unknown: it is never sent again by itself.
 * `stale`: it has takes, and something they were made from has changed. `waiting`: as new, and what it goes on from is made first.
 */
export type ShotState = 'made' | 'open' | 'stale' | 'new' | 'waiting'

export interface PlannedShot {
  readonly shotId: string
  readonly state: ShotState
  /**
   * What would be sent; null where it cannot be. Of a shot whose first frame is not made yet it stands for that frame's request
   * instead of its bytes.
   */
  readonly requestHash: string | null
  /** Of `made`: the asset that the request made. */
  readonly assetId?: string
  /** Of `open`. */
  readonly taskId?: string
  /** Whether `generate` sends it, now or when what it goes on from is made. */
  readonly sends: boolean
  /** It was accepted, and is sent when its first frame is there. `stop` ends that. */
  readonly isWaiting?: boolean
  /** Of what is sent. */
  readonly price?: Pick<Estimate, 'amounts' | 'unpriced' | 'isFree'>
  /** Why it is stale, why it waits, or why it cannot be sent. */
  readonly reason?: Rendered
}

export interface SequencePlan {
  readonly planHash: string
  readonly shots: readonly PlannedShot[]
  /** What would be sent. */
  readonly requests: number
  readonly amounts: readonly Amount[]
  /** Requests without a known price. */
  readonly unpriced: number
  readonly isFree: boolean
  /** Shots that are made, for which nothing is sent. */
  readonly reused: number
}

export const HAND_OFF_FORMATS = ['mp4', 'webm', 'otio', 'fcpxml', 'edl', 'srt', 'vtt', 'atelier'] as const

export type HandOffFormat = (typeof HAND_OFF_FORMATS)[number]

const shotIds = z.array(id).min(1).max(MAX_SHOTS).optional()

export const sequenceRoutes = {
  'sequences.list': route<{ readonly items: readonly SequenceSummary[] }>()(empty),
  'sequences.get': route<Sequence>()(z.strictObject({ id })),
  'sequences.save': route<Sequence>(32)(sequenceSchema),
  /** Its takes stay in the library. */
  'sequences.remove': route<Record<string, never>>()(z.strictObject({ id })),
  /** Takes a `sequences.remove` back, until the host ends. */
  'sequences.restore': route<Sequence>()(z.strictObject({ id })),
  /** An `.atelier` file, with or without media. */
  'sequences.import': route<ImportedSequence>()(z.strictObject({ path: z.string().min(1).max(4_000) })),
  /** What sending these shots, or all, would mean. Nothing is sent. */
  'sequences.plan': route<SequencePlan>()(z.strictObject({ id, shotIds })),
  /**
   * Sends what the plan says. `conflict` where anything changed since. A second call with the same plan sends nothing more: what the
   * first one sent is made or open then.
   */
  'sequences.generate': route<{ readonly batchId: string; readonly tasks: readonly Task[] }>()(
    z.strictObject({ id, planHash: z.string().min(1).max(200), shotIds }),
  ),
  /** Ends what waits for another shot and was not sent. What was sent is stopped as a task. */
  'sequences.stop': route<{ readonly stopped: number }>()(z.strictObject({ id })),
  /** The file is in `exports/`; `media`: copies of what it uses lie beside it (a zip). */
  'sequences.export': route<Job>()(
    z.strictObject({ id, format: z.enum(HAND_OFF_FORMATS), media: z.boolean().optional() }),
  ),
} as const
