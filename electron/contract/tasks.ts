/** Tasks: one generate request each, from the press of the button to files on disk. */
import type { MessageId, Rendered } from './messages/message.ts'
import { z } from 'zod'
import type { RenderedFailure } from './errors.ts'
import { inputReferenceSchema } from './inputs.ts'
import { jsonObjectSchema, type Json } from './json.ts'
import { mediaTypeSchema, sceneSchema } from './models.ts'
import { press } from './press.ts'
import {
  cursor,
  id,
  ids,
  limit,
  modelId,
  name,
  profileId,
  providerName,
  route,
  text,
  type Page,
} from './route.ts'
import {
  TASK_EVENT_KINDS,
  type TaskEventKind,
  TASK_STATES,
  type RemoteStatus,
  type TaskState,
} from './rules/task-states.ts'
import { MAX_REQUEST_INPUTS } from './rules/media.ts'

export const taskStateSchema = z.enum(TASK_STATES)

/** One place of a matrix: the name of the axis and the value there, as they are shown. */
const cellSchema = z.array(z.strictObject({ axis: z.string().max(200), value: z.string().max(2_000) })).max(4)

export const requestProvenanceSchema = z.strictObject({
  /** The prompt before its alternatives and variables were filled in. */
  template: z.string().max(100_000).optional(),
  /** What stood in the form for each variable of the template, one value a line. */
  variables: z.record(z.string().max(200), z.string().max(2_000)).optional(),
  cell: cellSchema.optional(),
  /** The asset this one varies or continues. */
  fromAssetId: z.string().min(1).max(200).optional(),
  /** Of what the cast added: `template` has the handles, these inputs are not the user's own. */
  cast: z
    .array(
      z.strictObject({
        handle: z.string().min(1).max(100),
        name: z.string().max(200),
        inputIds: z.array(id).max(MAX_REQUEST_INPUTS),
        /** The option that has the member's voice. */
        voiceOption: z.string().max(200).optional(),
      }),
    )
    .max(50)
    .optional(),
  /** The shot that it is a take of. `take`: how often the user asked for another one of the same request. */
  shot: z.strictObject({ sequenceId: id, shotId: id, take: z.int().min(0).max(10_000) }).optional(),
})

export type RequestProvenance = z.infer<typeof requestProvenanceSchema>

export const generateRequestSchema = z.strictObject({
  provider: providerName,
  mediaType: mediaTypeSchema,
  model: modelId,
  scene: sceneSchema,
  prompt: z
    .string()
    .max(100_000, 'tasks.request.promptTooLong' satisfies MessageId)
    .optional(),
  options: jsonObjectSchema.optional(),
  inputs: z
    .array(inputReferenceSchema)
    .max(MAX_REQUEST_INPUTS, 'tasks.request.tooManyInputs' satisfies MessageId)
    .optional(),
  provenance: requestProvenanceSchema.optional(),
})

export type GenerateRequest = z.infer<typeof generateRequestSchema>

export interface Task {
  readonly id: string
  readonly batchId: string
  /** The name the user gave the batch. */
  readonly batchName?: string
  readonly profileId: string
  /** The agent that asked for it; absent where the user did. */
  readonly agentId?: string
  readonly state: TaskState
  readonly request: GenerateRequest
  /** The same for every request that sends the same to the same service; absent where an input is gone. */
  readonly requestHash?: string
  /** The service's task id, once it accepted. */
  readonly remoteId?: string
  readonly remoteStatus?: RemoteStatus
  readonly createdAt: number
  readonly updatedAt: number
  readonly sentAt?: number
  readonly endedAt?: number
  readonly polls: number
  /** When it is likely to be finished; absent while nothing meaningful is known. */
  readonly eta?: { readonly p50At: number; readonly p90At: number }
  /** It takes longer than ninety-nine of a hundred like it did. Nothing is wrong with that yet. */
  readonly slow?: boolean
  readonly error?: RenderedFailure
  /** The assets on disk, in the order of the results. */
  readonly assetIds: readonly string[]
  /** Not sent again before this time. */
  readonly notBefore?: number
  /** Of an unknown outcome: tasks that the service lists and that may be this one. */
  readonly candidates?: readonly { readonly remoteId: string; readonly createdAt: number }[]
  /** Its place among the queued tasks of its profile, while it is `queued`: the smallest is sent first. A fraction. */
  readonly position?: number
}

export const taskEventKindSchema = z.enum(TASK_EVENT_KINDS)

export interface TaskEvent {
  readonly at: number
  readonly kind: TaskEventKind
  /** Where the kind does not say it all. */
  readonly message?: Rendered
}

export interface TaskDetail extends Task {
  /** What happened when, oldest first. */
  readonly history: readonly TaskEvent[]
  /** The service's last raw response about this task: JSON where it was JSON, else its first 200 characters. */
  readonly lastResponse: Json
}

/** What stopping a task means for its cost. */
export interface StoppedTask {
  /** `none`: it was never sent. `stopped`: it costs no more. `goes_on`: only Atelier stopped waiting for it. */
  readonly cost: 'none' | 'stopped' | 'may_go_on' | 'goes_on'
  readonly message: Rendered
}

/** What was made by a request before. */
export interface MadeAsset {
  readonly assetId: string
  readonly createdAt: number
}

export const taskRoutes = {
  'tasks.submit': route<{ readonly batchId: string; readonly tasks: readonly Task[] }>(32)(
    z.strictObject({
      profileId,
      requests: z
        .array(generateRequestSchema)
        .min(1, 'tasks.request.none' satisfies MessageId)
        .max(1_000, 'tasks.request.tooMany' satisfies MessageId),
      name: z.string().trim().max(200).optional(),
      /** A second call with the same id sends nothing and returns the first one's tasks, but for removed ones. Without one each is a press. */
      pressId: press,
    }),
  ),
  /** Of each request, the newest asset that exactly the same request made; null where there is none. Nothing is sent. */
  'tasks.made': route<{ readonly items: readonly (MadeAsset | null)[] }>()(
    z.strictObject({ profileId, requests: z.array(generateRequestSchema).max(100) }),
  ),
  'tasks.list': route<Page<Task>>()(
    z.strictObject({
      states: z.array(taskStateSchema).max(20).optional(),
      batchId: id.optional(),
      cursor,
      limit,
    }),
  ),
  'tasks.get': route<TaskDetail>()(z.strictObject({ id })),
  'tasks.decide': route<Task>()(
    z.strictObject({
      id,
      action: z.enum(['resend', 'discard', 'link']),
      remoteId: z.string().trim().min(1).max(500).optional(),
      /** Of `resend`; as of `tasks.retry`. */
      pressId: press,
    }),
  ),
  /**
   * A second call returns the task that came of the first: always with the same press id (`not_found` where it was removed), else while
   * that task has not ended.
   */
  'tasks.retry': route<Task>()(z.strictObject({ id, pressId: press })),
  'tasks.stop': route<StoppedTask>()(z.strictObject({ id })),
  'tasks.remove': route<Record<string, never>>()(z.strictObject({ id })),
  'tasks.adopt': route<Task>()(
    z.strictObject({
      profileId,
      remoteId: text(500, 'tasks.decide.idMissing'),
    }),
  ),
  /** Puts waiting tasks, in the order given, before another waiting one, or at the end of what waits. */
  'tasks.move': route<Record<string, never>>()(z.strictObject({ ids, before: id.nullable() })),
  'tasks.renameBatch': route<Record<string, never>>()(z.strictObject({ batchId: id, name })),
} as const
