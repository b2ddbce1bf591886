/** A service in a process of its own whose task endpoint answers what the task's id, a seed, makes of it. Prints its address. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostileResult } from './hostile-results.ts'

const server = createServer(({ url }, response) => {
  const { body, headers } = hostileResult(Number(/(\d+)$/u.exec(url ?? '')?.[1] ?? 0))
  response
    .on('error', () => undefined)
    .writeHead(200, headers)
    .end(body)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
