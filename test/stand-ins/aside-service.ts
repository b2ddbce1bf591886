/** A service in a process of its own whose tasks are never done, so that it takes no time from the one that is measured. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface AsideService {
  readonly baseUrl: string
  /** How many requests it has received. */
  requests(): Promise<number>
  close(): Promise<void>
}

export async function startAsideService(): Promise<AsideService> {
  const script = join(import.meta.dirname, 'aside-service-process.ts')
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const next = async () => String(((await once(lines, 'line')) as [unknown])[0])
  const baseUrl = await next()
  return {
    baseUrl,
    requests: async () => {
      const line = next()
      child.stdin.write('how many\n')
      return Number(await line)
    },
    close: async () => {
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
