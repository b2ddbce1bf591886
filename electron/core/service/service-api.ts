/**
 * What every service API is made of: data and pure functions.
 *
 * An adapter says how a request looks and what a response means. The engine keeps time, money, persistence and downloads.
 */
import type { Failure, Result } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { Message, PlainMessageId } from '#contract/messages/message.ts'
import type { Model } from '#contract/models.ts'
import type { RemoteStatus } from '#contract/rules/task-states.ts'
import type { Progress, ServiceInfo } from '#contract/services.ts'
import type { FindProxy } from '../ports/shell.ts'
import type { HttpRequest } from './http-request.ts'
import type { ServiceResponse, WhileReading } from './transport/send-request.ts'

/** What of an address an adapter needs: never the key. */
export interface ApiAddress {
  readonly baseUrl: string
}

/** Where a profile's service is, how it speaks, and the key for it. */
export interface ServiceAddress extends ApiAddress {
  readonly api: ServiceApi
  readonly apiKey?: string | undefined
  /** What is said and compared in place of `baseUrl`, of a service that has another at each start. */
  readonly shownAs?: string | undefined
  /** Without it, requests go directly to the address. */
  readonly findProxy?: FindProxy | undefined
  readonly whileReading?: WhileReading | undefined
}

/** What is asked for, as the page and every API of ours name it. */
export interface GenerateBody {
  readonly provider: string
  readonly mediaType: string
  readonly model: string
  readonly scene: string
  readonly prompt?: string
  readonly options?: JsonObject
}

/** What a request says, as far as it decides which options it may have. */
export interface AskedFor {
  readonly body: GenerateBody
  readonly model: Model | null
}

/**
 * What the wire's own name for an option says already: `inputs` but media themselves, `entries` what a container of the wire holds,
 * `field` what another option sets, `link` what a workflow joins, `own` what Atelier sets.
 */
export type Reserved =
  | 'prompt'
  | 'model'
  | 'media'
  | 'inputs'
  | 'count'
  | 'entries'
  | 'field'
  | 'link'
  | 'own'

/** By the path of the option; `a.b` is `b` inside of `a`, and an option that is itself called so. */
export type ReservedOptions = Readonly<Record<string, Reserved>>

export interface TaskToSend extends AskedFor {
  /** Stable over restarts. */
  readonly taskId: string
  /** A UUID in lower case, made from `taskId`: the same at every call. For APIs that take an id of ours. */
  readonly ownId: string
  /** In milliseconds since the epoch. */
  readonly sentAt: number
  /** Inputs are in `options` as data URIs, addresses, or what `upload` returned. */
  readonly body: GenerateBody
  /** The model's stored entry, for models that are made here (a workflow); else null. */
  readonly model: Model | null
}

/** `raw` is stored with the task: the JSON, or the first 200 characters of anything else. */
export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly remoteId: string; readonly raw: Json }
  /** The response carried the result. */
  | { readonly kind: 'completed'; readonly remoteId?: string; readonly taskResult: Json; readonly raw: Json }
  | { readonly kind: 'rejected'; readonly failure: Failure; readonly raw: Json }
  | { readonly kind: 'unauthorized'; readonly failure: Failure; readonly raw: Json }
  | {
      readonly kind: 'rate_limited'
      readonly failure: Failure
      readonly waitMs: number | null
      readonly raw: Json
    }
  | { readonly kind: 'not_sent'; readonly failure: Failure }
  | { readonly kind: 'unknown'; readonly failure: Failure; readonly raw: Json }
  | { readonly kind: 'aborted'; readonly sent: boolean }

export type ReadOutcome<Value> =
  | { readonly kind: 'ok'; readonly value: Value; readonly raw: Json; readonly status: number }
  | {
      readonly kind: 'refused'
      readonly failure: Failure
      readonly waitMs: number | null
      readonly raw: Json
    }
  | { readonly kind: 'aborted' }

export interface RemoteTask {
  /** null for a status that is not known: the task then counts as still running. */
  readonly status: RemoteStatus | null
  readonly statusText: string
  readonly mediaType?: string | undefined
  readonly model?: string | undefined
  readonly provider?: string | undefined
  readonly taskResult: Json
  /** What a task that has failed made before, where its files are there to fetch. */
  readonly madeBefore?: Json | undefined
  /** What the service says beside the status, in its own words, where it says anything. */
  readonly message?: string | undefined
  /** Why it failed, where Atelier knows more than the service's own words. */
  readonly reason?: Message | undefined
  readonly progress?: Progress | undefined
}

/** Sends a FREE request and returns its JSON, or why there is none. Never used for a submission. */
export type Send = (request: HttpRequest) => Promise<ReadOutcome<Json>>

export interface ReadModels {
  readonly models: readonly Model[]
  /** Why there is no model. */
  readonly problem?: Message
}

export type Workflow = { readonly name: string } & ({ readonly json: Json } | { readonly file: Uint8Array })

export interface Verdict {
  readonly reachable: boolean
  /** null where the response does not tell. */
  readonly authorized: boolean | null
  readonly message: Message
}

/** What an API knows of a submission whose outcome is unknown. */
export type LookUp =
  | { readonly kind: 'found'; readonly remoteId: string }
  | {
      readonly kind: 'several'
      readonly candidates: readonly LookUpCandidate[]
      /** All are the same request within its minute: one that nobody else follows is the one. */
      readonly areSame?: boolean
    }
  /** The API knows for certain that it has no such task. */
  | { readonly kind: 'none' }
  /** The API could not be asked. */
  | { readonly kind: 'unreachable' }

export interface LookUpCandidate {
  readonly remoteId: string
  /** In milliseconds since the epoch. */
  readonly createdAt: number
}

/** How an API tells its errors. What is left out is told by the status alone. */
export interface ErrorRules {
  /** The API's own reason; empty where there is none. `excerpt` is the start of the body, whatever it is. */
  text?(json: Json | undefined, excerpt: string): string
  /** The API's own number of the error, shown beside the status. */
  codeOf?(json: Json | undefined): number | undefined
  /** Beside 401. */
  isKeyRefused?(response: ServiceResponse): boolean
  /** Beside 429. */
  isRateLimit?(response: ServiceResponse): boolean
  /** The account has no credit left, beside 402. */
  isOutOfCredits?(response: ServiceResponse): boolean
  /** A 2xx or 5xx that says that nothing was taken. */
  isDefiniteNo?(response: ServiceResponse): boolean
  /** A refusal is about what was to be made. */
  isContentRefused?(response: ServiceResponse): boolean
  /** How long a limit asks to wait, where there is no Retry-After. */
  waitMs?(response: ServiceResponse): number | null
}

/** Where a service says what a task cost. Nothing else of its responses is read as an amount. */
export interface Billing {
  /** The parts of the stored response to a task that ended in which it is said, under names that speak of a price. */
  parts(response: Json): readonly Json[]
  /** What a number alone is in; without it, what was expected, else credits. */
  readonly unit?: string
  /**
   * Only the service writes there: nothing of a request comes back in it. So an amount below what was expected, or one that was given
   * back, frees a budget too.
   */
  readonly isVouched: boolean
}

export interface ServiceApi extends Omit<ServiceInfo, 'summary' | 'keyHint'> {
  readonly summary: PlainMessageId
  readonly keyHint?: PlainMessageId
  /** How the API's errors are told where they differ from everybody's. Used for every free request. */
  readonly errors?: ErrorRules
  /** Without it the service says nothing of money in its responses. */
  readonly billing?: Billing
  /** `https://api.openai.com/v1` and without `/v1` mean the same. `url` has no trailing slash. */
  normalizeBaseUrl(url: string): string
  /** The headers that carry the key. */
  authorization(apiKey: string): Readonly<Record<string, string>>
  /** Origins that get the key beside that of `baseUrl`: named in the adapter, or derived from a replaced `baseUrl`. */
  ownOrigins?(address: ApiAddress): readonly string[]

  /** A request holds what follows from `ownId`: two that ask for the same differ. */
  readonly usesOwnId?: boolean
  /** How many requests are sent at the same time at most, where more would only wait for each other. */
  readonly mostAtOnce?: number

  /** The options that would say once more what the user sees (reserved-options.ts). */
  reservedOptions(asked: AskedFor): ReservedOptions
  /** Exactly one paid request, or why none can be built (`invalid_input`): then nothing is sent. */
  submit(task: TaskToSend, address: ApiAddress): Result<HttpRequest>
  /**
   * Asks, free of charge and right before it is sent, what a submission must know of its model: the body with the model to name, or
   * why it cannot be made. The body as it is where the service cannot be asked.
   */
  settleModel?(
    get: Send,
    body: GenerateBody,
    model: Model | null,
    address: ApiAddress,
  ): Promise<Result<GenerateBody>>
  readSubmission(response: ServiceResponse, now: number, task: TaskToSend): SubmitOutcome
  /**
   * Whether the response to this submission carries the result: then it is kept on disk, and `json` is its skeleton, in which
   * `answer:<task id>:<start>-<end>` stands for each long text in base64. Of a response that is a file itself, `json` is
   * `{file: 'answer:…:raw', contentType}`.
   */
  respondsWithResult?(task: TaskToSend): boolean

  /** `live`: from the provider itself where there is a cache between. */
  poll(remoteId: string, address: ApiAddress, live: boolean): HttpRequest
  readTask(response: ServiceResponse, now: number, remoteId: string): ReadOutcome<RemoteTask>
  /** Asks for the result of a finished task, where that is another request than `poll`. `attempt` counts dead addresses. */
  result?(remoteId: string, address: ApiAddress, attempt: number): HttpRequest
  /** Without it, `readTask` reads the response to `result`. */
  readResult?(
    response: ServiceResponse,
    now: number,
    remoteId: string,
    address: ApiAddress,
  ): ReadOutcome<RemoteTask>

  /** The listing as it is stored for offline use. */
  fetchListing(get: Send, address: ApiAddress): Promise<ReadOutcome<Json>>
  /** Our models from a stored listing, or from what `searchModels` found. */
  readModels(listing: Json): ReadModels
  /** A model's full entry, with its option schema, where the listing has only its name. */
  describeModel?(get: Send, address: ApiAddress, modelId: string): Promise<ReadOutcome<Json>>
  readModel?(description: Json, modelId: string): Model | null
  /**
   * Reads a workflow in the API's own format, or a file that holds one, and says what is missing for it. What is returned is
   * stored; `readModel` makes our model of it.
   */
  addWorkflow?(get: Send, address: ApiAddress, workflow: Workflow): Promise<Result<Json>>
  searchModels?(get: Send, address: ApiAddress, text: string): Promise<ReadOutcome<Json>>

  /** Tells by free requests whether the address is this service and takes the key; else what answered. */
  test(get: Send, address: ApiAddress): Promise<Verdict>
  /** The message of the contact form; sent without the key. */
  contact?(message: { readonly email: string; readonly content: string }, address: ApiAddress): HttpRequest

  /** Whether a model takes inputs by their address; without it, all do. Files are taken by all. */
  takesAddresses?(model: string): boolean
  /** Which data URIs among a request's inputs must be uploaded first. Uploads are free and may repeat. */
  needsUpload?(input: {
    readonly mimeType: string
    readonly sizeBytes: number
    readonly option: string
  }): boolean
  /** What stands in `options` in place of the file. */
  upload?(
    send: Send,
    input: { readonly name: string; readonly mimeType: string; readonly bytes: Uint8Array },
    address: ApiAddress,
  ): Promise<Result<string>>

  /** Stops this task and no other. Whether the service said that it does. */
  cancel?(send: Send, remoteId: string, address: ApiAddress): Promise<boolean>
  lookUp?(get: Send, task: TaskToSend, address: ApiAddress): Promise<LookUp>
  /** Headers for a result file, asked with its exact URL; only for origins that the adapter names. */
  assetHeaders?(
    url: string,
    address: ApiAddress,
    apiKey: string | undefined,
  ): Readonly<Record<string, string>>
  /** Progress by other means than polling. Ends with the returned function; never throws. */
  watch?(remoteId: string, address: ApiAddress, onProgress: (progress: Progress) => void): () => void
}
