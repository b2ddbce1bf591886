/** A process that reads files from outside and can be killed at any moment. Hosts on Node fork one, Electron has its own kind. */

export interface ReaderProcess {
  /** What is sent before it is ready waits. Never throws. */
  send(message: object): void
  onMessage(listener: (message: unknown) => void): void
  /** Calls back once, when it has ended or could not be started. */
  onExit(listener: (reason: string) => void): void
  /** Ends it at once, whatever it is doing; harmless when it has already ended. */
  kill(): void
}

export type SpawnReader = (entry: URL) => ReaderProcess
