/** A service in a process of its own whose tasks are never done, so that it takes no time from the one that is measured. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'

export interface AsideService {
  readonly baseUrl: string
  /** How many requests it has received. */
  requests(): Promise<number>
  close(): Promise<void>
}

export async function startAsideService(): Promise<AsideService> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] })
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

/** What the process does: says its address, then for each line that it reads how many requests came. */
function serve(): void {
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    request.resume()
    const id = request.url?.split('/').at(-1)?.split('?')[0] ?? ''
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ code: 0, data: { id, status: 'PROCESSING', taskResult: null } }))
  })
  server.listen(0, '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  createInterface({ input: process.stdin })
    .on('line', () => console.log(requests))
    .on('close', () => process.exit(0))
}

if (process.argv[1] === import.meta.filename) serve()
