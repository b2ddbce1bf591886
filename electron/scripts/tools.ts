/** Finds and runs a tool of the packages on this very Node, without a shell, with the packages' commands in its PATH. */
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { z } from 'zod'
import { runChild, type Ended } from './child.mjs'
import { ROOT } from './paths.ts'

const manifestSchema = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) })

/** The script of the package's command `name`. Throws when the package has no such command. */
export function toolScript(packageName: string, name = packageName): string {
  const folder = join(ROOT, 'node_modules', packageName)
  const { bin } = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const script = typeof bin === 'string' ? bin : bin[name]
  if (script === undefined) throw new Error(`The package ${packageName} has no command ${name}.`)
  return join(folder, script)
}

/** Where a tool's stdout goes: to this process's stdout or stderr, or with its stderr to a function. */
export type ToolOutput = 'inherit' | 'stderr' | ((text: string) => void)

export function runTool(
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  output: ToolOutput = 'inherit',
): Promise<Ended> {
  const PATH = [join(ROOT, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter)
  const env = { ...process.env, PATH, ...environment }
  if (typeof output !== 'function') {
    const stdout = output === 'inherit' ? 'inherit' : 2
    return runChild(process.execPath, [script, ...args], {
      cwd: ROOT,
      stdio: ['ignore', stdout, 'inherit'],
      env,
    })
  }
  return runChild(
    process.execPath,
    [script, ...args],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env },
    (child) => {
      for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', output)
    },
  )
}
