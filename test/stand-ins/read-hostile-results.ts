/** Hostile task results from a service of their own, read in a process of its own: what that does to its silence and its memory. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { NODE_ARGS } from '../../electron/scripts/node-settings.ts'

export interface HostileReadFigures {
  readonly tried: number
  readonly read: number
  readonly longestSilenceMs: number
  readonly mostMb: number
  /** Answers that had to be given up, and how often the process that reads was started. */
  readonly unreadable: number
  readonly readerStarts: number
}

/** The results of the seeds from 0 on. */
export async function readHostileResults(count: number): Promise<HostileReadFigures> {
  const children: ChildProcess[] = []
  const start = async (script: string, ...words: string[]): Promise<string> => {
    // With the heap that a host has.
    const child = spawn(process.execPath, [...NODE_ARGS, join(import.meta.dirname, script), ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    return String(line)
  }
  try {
    const baseUrl = await start('hostile-service-process.ts')
    return JSON.parse(
      await start('hostile-reader-process.ts', baseUrl, '0', String(count)),
    ) as HostileReadFigures
  } finally {
    for (const child of children) child.kill()
  }
}
