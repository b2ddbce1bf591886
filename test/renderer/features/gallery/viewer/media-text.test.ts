/** Reading a text of the library for the viewer: what is shown is what the file says, and no more of it than is wanted. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readMediaText } from '#renderer/features/gallery/viewer/media-text.ts'

async function serve(response: RequestListener): Promise<string> {
  const server = createServer(response)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const staying = new AbortController().signal

test('reads a short text whole, however it is cut on the way', async () => {
  const words = '1\n00:00:01,000 --> 00:00:02,000\nتوت أزرق – 🍓\n'
  const bytes = Buffer.from(words)
  const address = await serve((_request, response) => {
    for (const byte of bytes) response.write(Buffer.of(byte))
    response.end()
  })
  expect(await readMediaText(address, bytes.length, staying)).toEqual({ text: words, isCut: false })
})

test('stops at the limit, leaves half a character out, and ends the request', async () => {
  const ended = Promise.withResolvers<void>()
  const address = await serve((_request, response) => {
    response.on('close', () => ended.resolve())
    const more = () => void (response.destroyed || response.write('é'.repeat(20_000), more))
    more()
  })
  expect(await readMediaText(address, 101, staying)).toEqual({ text: 'é'.repeat(50), isCut: true })
  await ended.promise
})

test('says that the file did not come', async () => {
  const address = await serve((_request, response) => response.writeHead(404).end('gone'))
  await expect(readMediaText(address, 100, staying)).rejects.toThrow('404')
})
