/** Entry of the search worker: receives `SearchCall`s, sends `SearchMessage`s. */
import { parentPort, workerData } from 'node:worker_threads'
import type { SearchCall, SearchMessage, SearchPlaces } from './search-messages.ts'
import { createSearchThread } from './search-thread.ts'

const port = parentPort
if (port) {
  const send = (message: SearchMessage, transfer: ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer)
  const thread = createSearchThread(workerData as SearchPlaces, send)
  port.on('message', (call: SearchCall) => {
    thread.handle(call)
    if (call.request.kind === 'close') port.close()
  })
}
