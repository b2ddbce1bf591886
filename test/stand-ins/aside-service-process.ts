/** The process of aside-service.ts: says its address, then for each line that it reads how many requests came. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'

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
