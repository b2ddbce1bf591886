/** What the supervisor needs of a process that runs the local service, whoever started it. */

export interface ServiceProcess {
  /** Calls back with each line of standard output. */
  onLine(listener: (line: string) => void): void
  /** Calls back once when the process has ended, or could not be started. */
  onExit(listener: (reason: string) => void): void
  /** Asks it to end; harmless when it already has. */
  stop(): void
}

/** Starts the local service with its data in `dataDir`. */
export type SpawnService = (dataDir: string) => ServiceProcess
