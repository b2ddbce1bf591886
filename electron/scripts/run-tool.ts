/** Runs a tool of the packages on this very Node, with the packages' commands in its PATH. */
import { delimiter, join } from 'node:path'
import { runChild, type Ended } from './child.mjs'
import { ROOT } from './paths.ts'

/** `stdout` is the stream of this process that takes what the tool prints. */
export function runTool(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  stdout: 'inherit' | 'stderr' = 'inherit',
): Promise<Ended> {
  const PATH = [join(ROOT, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter)
  return runChild(process.execPath, [script, ...args], {
    cwd: ROOT,
    stdio: ['ignore', stdout === 'inherit' ? 'inherit' : 2, 'inherit'],
    env: { ...process.env, PATH, ...environment },
  })
}
