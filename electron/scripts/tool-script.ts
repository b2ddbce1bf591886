/**
 * Finds the script of a tool among the packages, so that it runs on this very Node and needs no shell.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
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
