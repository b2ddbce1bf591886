/** The services that Atelier speaks with: what each is, and what it can do. The same for every profile of a kind. */
import type { Rendered } from './messages/message.ts'
import type { MediaType, Scene } from './rules/media.ts'
import { empty, route } from './route.ts'

export const SERVICE_KINDS = [
  'generation-service',
  'replicate',
  'fal',
  'openai',
  'gemini',
  'comfyui',
  'sd-webui',
] as const
export type ServiceKind = (typeof SERVICE_KINDS)[number]

/** What the page and the engine need to know of a service. */
export interface Capabilities {
  readonly mediaTypes: readonly MediaType[]
  readonly scenes: readonly Scene[]
  readonly key: 'required' | 'optional' | 'none'
  readonly hasContact: boolean
  /** The result comes in the response of the submission, or is polled for; `both` where it depends on the model. */
  readonly results: 'polled' | 'in_response' | 'both'
  /** What "Stop" does at the service. */
  readonly cancel: 'stops_cost' | 'may_stop_cost' | 'none'
  /** How an unknown outcome is cleared up: by our own id, by a list, or by the user alone. */
  readonly lookUp: 'by_id' | 'by_list' | 'none'
  readonly reportsProgress: boolean
  /** Nothing is charged: the user's own GPU. */
  readonly isFree: boolean
  /** There are more models than are listed: they are searched for. */
  readonly searchesModels: boolean
  readonly takesWorkflows: boolean
}

export interface ServiceInfo {
  readonly kind: ServiceKind
  readonly label: string
  /** One sentence: what it is good for. */
  readonly summary: Rendered
  /** The https address where a key is made. */
  readonly keyPage?: string
  /** How a key looks, for example "starts with r8_". */
  readonly keyHint?: Rendered
  /** The environment variable in which its own tools look for the key; the command line takes it from there, and from no other. */
  readonly keyVariable?: string
  /** Absent where the address is asked for. */
  readonly publicBaseUrl?: string
  /** Where such a service usually is on this computer. */
  readonly usualAddresses?: readonly string[]
  readonly capabilities: Capabilities
}

/** How far a running task is, as far as its service says. Kept in memory only. */
export interface Progress {
  /** 0 to 1. */
  readonly fraction?: number
  /** How many tasks are before it. */
  readonly queuePosition?: number
  /** A small image as a data URI. */
  readonly preview?: string
}

/** A service that answers on this computer, and what it said of itself. */
export interface FoundService {
  readonly kind: ServiceKind
  readonly baseUrl: string
  readonly says: Rendered
}

export const serviceRoutes = {
  /** Asks the usual addresses of the user's own services whether one answers there. */
  'services.find': route<{ readonly items: readonly FoundService[] }>()(empty),
  'services.list': route<{ readonly items: readonly ServiceInfo[] }>()(empty),
} as const
