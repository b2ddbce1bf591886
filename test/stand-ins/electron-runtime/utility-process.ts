/**
 * `utilityProcess`: a Node process of its own with `process.parentPort`.
 *
 * Assumed (electron.d.ts, `UtilityProcess`, `ForkOptions`): `fork` only after `ready`; streams are null unless `stdio` asks for a
 * pipe; without `env` the process gets that of its parent; `kill` ends it with SIGTERM; it ends with its parent;
 * messages are cloned; of `execArgv` V8 hears `--js-flags` alone (shell/browser/javascript_environment.cc, `Initialize`; Electron's
 * spec/api-utility-process-spec.ts limits a heap by it); where V8 ends the process, `error` comes before `exit`
 * (lib/browser/api/utility-process.ts).
 */
import { fork as forkChild, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ForkOptions } from 'electron'
import { archiveEnv } from './archive-env.ts'
import { needsReady, record, strict } from './runtime.ts'

const ENTRY = join(import.meta.dirname, 'utility-child.ts')

class UtilityProcess extends EventEmitter {
  readonly stdout: Readable | null
  readonly stderr: Readable | null
  readonly child: ChildProcess
  pid: number | undefined
  constructor(child: ChildProcess) {
    super()
    this.child = child
    this.pid = child.pid
    this.stdout = child.stdout
    this.stderr = child.stderr
    const self = strict('UtilityProcess', this)
    child.once('spawn', () => self.emit('spawn'))
    child.on('message', (message) => self.emit('message', message))
    child.once('exit', (code, signal) => {
      self.pid = undefined
      if (signal === 'SIGABRT') self.emit('error', 'FatalError', '', '{}')
      self.emit('exit', code ?? (signal === 'SIGTERM' ? 15 : 1))
    })
    return self
  }
  kill(): boolean {
    return this.child.kill()
  }
  postMessage(message: unknown): void {
    this.child.send(structuredClone(message) as object)
  }
}

const children = new Set<ChildProcess>()
process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')))

export const utilityProcess = strict('utilityProcess', {
  fork(modulePath: string, args: readonly string[] = [], options: ForkOptions = {}): UtilityProcess {
    needsReady('utilityProcess cannot be created before app is ready')
    record('utilityProcess.fork', { serviceName: options.serviceName })
    const asked = Array.isArray(options.stdio) ? options.stdio : Array(3).fill(options.stdio ?? 'inherit')
    if (asked[0] !== 'ignore' && asked[0] !== 'inherit') {
      throw new Error('stdin value other than ignore is not supported.')
    }
    const child = forkChild(ENTRY, [modulePath, ...args], {
      env: { ...((options.env ?? process.env) as NodeJS.ProcessEnv), ...archiveEnv(modulePath) },
      execArgv: (options.execArgv ?? []).flatMap(flagsOf),
      stdio: ['ignore', asked[1] as 'pipe', asked[2] as 'pipe', 'ipc'],
      serialization: 'advanced',
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    })
    children.add(child)
    child.once('exit', () => children.delete(child))
    return new UtilityProcess(child)
  },
})

const JS_FLAGS = '--js-flags='

/** What Node is told by a word. Its own flags are not named by `--v8-options`; those of the heap and of the stack are what anybody sets. */
function flagsOf(word: string): readonly string[] {
  if (word.startsWith(JS_FLAGS)) return word.slice(JS_FLAGS.length).split(' ')
  return /^--(max|min|initial|stack|semi)[-_]/u.test(word) ? [] : [word]
}
