/** The command by which a program on this computer talks to this Atelier over standard input and output. */
import { join } from 'node:path'
import { PAGE_DIR } from '#hosts/build-paths.ts'

/** `program`: the packed program that runs; without it, a checkout does. */
export function stdioCommand(dataDir: string, program?: string): readonly string[] {
  const start =
    program === undefined
      ? ['npm', '--prefix', join(PAGE_DIR, '../..'), 'run', '-s', 'mcp', '--']
      : [program, '--mcp']
  return [...start, '--data-dir', dataDir]
}
