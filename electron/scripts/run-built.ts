/** Runs a built program as a child that lives no longer than the command that started it. */
import type { ChildProcess } from 'node:child_process'
import { runChild, type Ended } from './child.mjs'
import { NODE_ARGS, nodeEnvironment, built } from './paths.ts'

const WITH_PARENT = new URL('./with-parent.mjs', import.meta.url).href

export interface Connection {
  readonly stdin: 'inherit' | 'ignore'
  readonly stdout: 'inherit' | 'pipe'
  readonly folder: string
}

/** Runs the program at `path` in the build until it ends; `onStart` gets it as soon as it runs. */
export function runBuilt(
  path: string,
  args: readonly string[],
  { stdin, stdout, folder }: Connection,
  onStart?: (child: ChildProcess) => void,
): Promise<Ended> {
  const nodeArgs = [...NODE_ARGS, '--import', WITH_PARENT, built(path), ...args]
  return runChild(
    process.execPath,
    nodeArgs,
    {
      cwd: folder,
      stdio: [stdin, stdout, 'inherit', 'ipc'],
      env: nodeEnvironment(),
      ownGroup: true,
    },
    onStart,
  )
}
