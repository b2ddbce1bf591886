/** The settings of the sample service and their defaults. The command line is read in `command-line.ts`. */
import type { Maker } from './makers/maker.ts'
import type { RetentionRules } from './store/file-store.ts'
import { characterMaker } from './makers/character-maker.ts'
import { imageMaker } from './makers/image-maker.ts'
import { musicMaker } from './makers/music-maker.ts'
import { videoMaker } from './makers/video-maker.ts'

/** How much one user, or one visitor of the contact form, may ask for. */
export interface Limits {
  readonly requestsPerMinute: number
  readonly requestsPerDay: number
  /** Unfinished tasks one user may have at once. */
  readonly concurrentTasks: number
  readonly contactsPerMinute: number
}

/** What bounds callers who are slow, many or hostile, and the files that they send. */
export interface Bounds {
  readonly connections: number
  /** A request's head and its whole body have to arrive in this time. */
  readonly headersMs: number
  readonly requestMs: number
  /** All bodies that are held at once. */
  readonly heldBodyBytes: number
  readonly readingMs: number
  /** A thread that makes media and reports nothing for so long has failed. */
  readonly silenceMs: number
}

export interface LocalServiceOptions {
  /** Folder for the database and the finished files; created when missing. Only one service at a time may use it. */
  readonly dataDir: string
  /** 0, the default, takes any free port. */
  readonly port?: number
  /** The first user's key. Without it, the key kept in `dataDir` is used, or a random one is made and kept. */
  readonly apiKey?: string
  /** Further users, each with a key of its own: `null` takes the kept one or makes one. */
  readonly users?: Readonly<Record<string, string | null>>
  /** A task takes at least this long, so that a client has something to wait for. 0 for as fast as the machine can. */
  readonly paceMs?: number
  /** Threads that make media, all makers together. */
  readonly workers?: number
  /** How long the first address of a finished file is good. */
  readonly temporaryFileMs?: number
  /** Larger request bodies are refused with 413. */
  readonly maxBodyBytes?: number
  readonly limits?: Partial<Limits>
  readonly bounds?: Partial<Bounds>
  /** When finished tasks and their files are deleted. */
  readonly retention?: Partial<RetentionRules>
  /** Who makes media; every maker of the service unless a test names others. */
  readonly makers?: readonly Maker[]
  /** The time in milliseconds since the Unix epoch; a test may hold it. */
  readonly now?: () => number
}

export type SettledOptions = Required<Omit<LocalServiceOptions, 'apiKey'>> & {
  readonly apiKey: string | null
  readonly limits: Limits
  readonly bounds: Bounds
  readonly retention: RetentionRules
}

export const MAKERS: readonly Maker[] = [imageMaker, videoMaker, musicMaker, characterMaker]

const DEFAULTS = {
  port: 0,
  apiKey: null,
  users: {},
  paceMs: 2_500,
  workers: 2,
  temporaryFileMs: 3_600_000,
  maxBodyBytes: 40 * 1024 * 1024,
  limits: { requestsPerMinute: 120, requestsPerDay: 5_000, concurrentTasks: 50, contactsPerMinute: 5 },
  bounds: {
    connections: 256,
    headersMs: 10_000,
    requestMs: 60_000,
    heldBodyBytes: 60 * 1024 * 1024,
    readingMs: 20_000,
    silenceMs: 60_000,
  },
  retention: { maxAgeMs: 30 * 24 * 3_600_000, maxBytes: 10 * 1024 ** 3 },
  makers: MAKERS,
  now: Date.now,
} satisfies Omit<SettledOptions, 'dataDir'>

export function settleOptions(options: LocalServiceOptions): SettledOptions {
  return {
    ...DEFAULTS,
    ...options,
    limits: { ...DEFAULTS.limits, ...options.limits },
    bounds: { ...DEFAULTS.bounds, ...options.bounds },
    retention: { ...DEFAULTS.retention, ...options.retention },
  }
}
