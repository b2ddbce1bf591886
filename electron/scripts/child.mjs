/**
 * Runs one child process to its end, and never leaves it behind.
 *
 * Owns the signals: whoever is asked to stop asks its child to stop, once, and waits for it. A child is ended by its id.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** How long a child that was asked to stop may take before it is killed. */
const MAX_STOP_MS = 10_000

/** How often a process that npm started looks whether npm's shell is still there. */
const LOOK_MS = 500

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * @typedef {object} Ended
 * @property {number} code the exit code; 128 and the signal's number for a child that a signal ended
 * @property {boolean} stopped whether it ended because this process was asked to stop
 */

/**
 * Starts `command` and resolves when it has ended; a child that cannot be started resolves with code 127 and one line
 * on stderr.
 *
 * SIGINT, SIGTERM, SIGHUP and the loss of this process's own parent are passed to the child once. With `ownGroup` the terminal's Ctrl-C does not reach the child beside this process, so that it is asked exactly once.
 * An `ipc` entry in `stdio` lets the child notice (`disconnect`) that this process is gone.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { ownGroup?: boolean }} [options]
 * @param {(child: import('node:child_process').ChildProcess) => void} [onStart]
 * @returns {Promise<Ended>}
 */
export function runChild(command, args, options = {}, onStart = () => undefined) {
  const { ownGroup = false, ...spawnOptions } = options
  const detached = ownGroup && process.platform !== 'win32'
  const child = spawn(command, args, { ...spawnOptions, detached })
  const stopping = stopWithUs(child)
  return new Promise((resolve) => {
    child.once('error', (error) => {
      stopping.end()
      process.stderr.write(`${command} cannot be started: ${error.message}\n`)
      resolve({ code: 127, stopped: stopping.asked() })
    })
    child.once('close', (code, signal) => {
      stopping.end()
      resolve({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), stopped: stopping.asked() })
    })
    onStart(child)
  })
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {{ asked: () => boolean, end: () => void }}
 */
function stopWithUs(child) {
  /** @type {NodeJS.Timeout | undefined} */
  let killing
  /** @param {NodeJS.Signals} signal */
  function stop(signal) {
    if (killing) return
    killing = setTimeout(() => child.kill('SIGKILL'), MAX_STOP_MS)
    if (process.platform !== 'win32') return void child.kill(signal)
    // On Windows a signal is a kill, and the console has told the child already that Ctrl-C was pressed, or that it closes.
    if (signal !== 'SIGTERM') return
    if (!child.connected) return void child.kill()
    // Node tells no `close` of a child whose channel this side has closed.
    child.once('exit', (code, ended) => child.emit('close', code, ended))
    child.disconnect()
  }
  const stopAlone = () => stop('SIGTERM')
  for (const signal of SIGNALS) process.on(signal, stop)
  process.on('disconnect', stopAlone)
  process.channel?.unref()
  // npm passes a signal to its shell only, and most shells die of it without telling anybody.
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.env['npm_lifecycle_event'] && process.ppid !== parent) stopAlone()
  }, LOOK_MS)
  return {
    asked: () => killing !== undefined,
    end: () => {
      clearTimeout(killing)
      clearInterval(looking)
      for (const signal of SIGNALS) process.off(signal, stop)
      process.off('disconnect', stopAlone)
      // Whoever talks with our parent goes on to.
      if (process.listenerCount('message') > 0) process.channel?.ref()
    },
  }
}
