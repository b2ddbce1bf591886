/** What a program of the terminal does about the signals that end it, and about readers that go away before it has ended. */

/**
 * Calls `end` when the user, the system or a terminal that closes asks for it.
 *
 * A second Ctrl-C ends the process at once, as everywhere. That a terminal closes may be told twice, by the system and by its shell.
 */
export function onEnd(end: () => void): void {
  process.once('SIGINT', end).once('SIGTERM', end).on('SIGHUP', end)
}

/**
 * Whoever reads what is printed may go away, or his disk be full: what is under way goes on to its end. That standard output lost
 * something is told by the exit code, and on standard error.
 */
export function outliveReaders(): void {
  const { stdout, stderr } = process
  stdout.on('error', ({ message }) => {
    process.exitCode ||= 1
    stderr.write(`${message}\n`)
  })
  stderr.on('error', () => undefined)
}
