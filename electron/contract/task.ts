/** A task: one generate request of the user's, from the press of the button to files on disk. */
import { z } from 'zod'
import type { Failure } from './errors.ts'
import { inputShapeSchema } from './input.ts'
import { jsonObjectSchema, type Json } from './json.ts'
import { makingSchema } from './making.ts'
import { mediaTypeSchema, sceneSchema } from './model.ts'

/**
 * The life of a task. `queued → sending → running → saving → saved`; the others are its other ends:
 * `unsaved` (paid, a file is missing), `failed`, `gone` (the service no longer knows it), `rejected` (refused, nothing
 * charged), `unknown` (may have been accepted: the user decides), `stopped` (the user stopped following it).
 */
export const TASK_STATES = [
  'queued',
  'sending',
  'running',
  'saving',
  'saved',
  'unsaved',
  'failed',
  'gone',
  'rejected',
  'unknown',
  'stopped',
] as const
export const taskStateSchema = z.enum(TASK_STATES)
export type TaskState = z.infer<typeof taskStateSchema>

export const REMOTE_STATUSES = ['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED', 'ERROR'] as const
export type RemoteStatus = (typeof REMOTE_STATUSES)[number]

/** Where an input goes: `option` is the key in `options` that receives it; a key ending in `[]` collects several into an array. */
export const inputReferenceSchema = z.strictObject({
  inputId: z.string().min(1).max(200),
  option: z.string().min(1).max(200),
  /** How it is made ready and sent; without it, as an address where it came by address, else as a data URI. */
  shape: inputShapeSchema.optional(),
})
export type InputReference = z.infer<typeof inputReferenceSchema>

export const generateRequestSchema = z.strictObject({
  provider: z.string().trim().min(1, 'Name the provider.').max(200),
  mediaType: mediaTypeSchema,
  model: z.string().trim().min(1, 'Choose a model.').max(300),
  scene: sceneSchema,
  prompt: z.string().max(100_000, 'The prompt is longer than 100,000 characters.').optional(),
  options: jsonObjectSchema.optional(),
  inputs: z.array(inputReferenceSchema).max(50, 'At most 50 inputs.').optional(),
  making: makingSchema.optional(),
})
export type GenerateRequest = z.infer<typeof generateRequestSchema>

export interface Task {
  readonly id: string
  readonly batchId: string
  /** The name the user gave the batch. */
  readonly batchName?: string
  readonly profileId: string
  readonly state: TaskState
  readonly request: GenerateRequest
  /** The service's task id, once it accepted. */
  readonly remoteId?: string
  readonly remoteStatus?: RemoteStatus
  readonly createdAt: number
  readonly updatedAt: number
  /** When the request left. */
  readonly sentAt?: number
  /** When the task reached an end. */
  readonly endedAt?: number
  /** How often the service was asked about it. */
  readonly polls: number
  /** When it is likely to be finished; absent while nothing meaningful is known. */
  readonly eta?: { readonly p50At: number; readonly p90At: number }
  /** It takes longer than ninety-nine of a hundred like it did. Nothing is wrong with that yet. */
  readonly slow?: boolean
  readonly error?: Failure
  /** The assets on disk, in the order of the results. */
  readonly assetIds: readonly string[]
  /** Not asked or sent again before this time. */
  readonly notBefore?: number
  /** Where it stands among those of its profile that wait, while it is `queued`: the smallest is sent first. No whole number. */
  readonly position?: number
}

/** One line of a task's history. `text` is plain English for the log; `kind` is what the page translates. */
export interface TaskEvent {
  readonly at: number
  readonly kind: string
  readonly text: string
}

export interface TaskDetail extends Task {
  /** What happened when, oldest first. */
  readonly history: readonly TaskEvent[]
  /** The last raw answer of the service about this task: JSON where it was JSON, else the first 200 characters of it. */
  readonly lastAnswer: Json
}

/** States in which Atelier still has something to do for the task. */
export const OPEN_STATES = ['queued', 'sending', 'running', 'saving'] as const satisfies readonly TaskState[]
