/** The reader as a Node process of its own, for hosts that run on Node. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ReaderProcess } from '../ports/reader-process.ts'
import { READER_FLAGS, readerEnvironment } from './reader-limits.ts'

/** Starts `entry` with the Node that runs this process. Ends with this process. */
export function forkReader(entry: URL): ReaderProcess {
  const child = fork(fileURLToPath(entry), [], {
    env: readerEnvironment(),
    execArgv: [...READER_FLAGS],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    windowsHide: true,
  })
  // Whoever waits for a reading has a reason of its own to stay.
  child.unref()
  child.channel?.unref()
  return {
    // Its end is heard of by `onExit`.
    send: (message) => void (child.connected && child.send(message, () => undefined)),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => {
      child.once('error', (error) => listener(error.message))
      child.once('exit', (code, signal) => listener(signal ?? `exit code ${code}`))
    },
    kill: () => void child.kill('SIGKILL'),
  }
}
