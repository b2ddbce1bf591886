/**
 * What a host may set when it starts the local service, and what holds when it says nothing.
 *
 * Owns the names, units and defaults. Where they are read from (command line, environment) is `command-line.ts`'s business.
 */

/** How much one user, or one visitor of the contact form, may ask for. */
export interface Limits {
  readonly requestsPerMinute: number
  readonly requestsPerDay: number
  /** Unfinished tasks one user may have at once. */
  readonly concurrentTasks: number
  readonly contactsPerMinute: number
}

export interface LocalServiceOptions {
  /** Folder for the database and the pictures; created when missing. Only one service at a time may use it. */
  readonly dataDir: string
  /** 0, the default, takes any free port. */
  readonly port?: number
  /** The first user's key. Without it, the key kept in `dataDir` is used, or a random one is made and kept. */
  readonly apiKey?: string
  /** A task takes at least this long, so that a client has something to wait for. 0 for as fast as the machine can. */
  readonly paceMs?: number
  /** Threads that draw. */
  readonly workers?: number
  /** How long the first address of a finished file is good. */
  readonly temporaryFileMs?: number
  /** Larger request bodies are refused with 413. */
  readonly maxBodyBytes?: number
  readonly limits?: Partial<Limits>
  /** The time in milliseconds since the Unix epoch; a test may hold it. */
  readonly now?: () => number
}

export type SettledOptions = Required<Omit<LocalServiceOptions, 'apiKey' | 'limits'>> & {
  readonly apiKey: string | null
  readonly limits: Limits
}

const DEFAULT_LIMITS: Limits = {
  requestsPerMinute: 120,
  requestsPerDay: 5_000,
  concurrentTasks: 50,
  contactsPerMinute: 5,
}

/** The options with every default filled in. */
export function settleOptions(options: LocalServiceOptions): SettledOptions {
  return {
    dataDir: options.dataDir,
    port: options.port ?? 0,
    apiKey: options.apiKey ?? null,
    paceMs: options.paceMs ?? 2_500,
    workers: options.workers ?? 2,
    temporaryFileMs: options.temporaryFileMs ?? 3_600_000,
    maxBodyBytes: options.maxBodyBytes ?? 64 * 1024 * 1024,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    now: options.now ?? Date.now,
  }
}
