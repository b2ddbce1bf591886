/** Entry of the search's thread: takes `SearchCall`s, answers each with a `SearchMessage`. */
import { parentPort, workerData } from 'node:worker_threads'
import type { SearchCall, SearchMessage, SearchPlaces } from './search-messages.ts'
import { createSearchThread } from './search-thread.ts'

const port = parentPort
if (port) {
  const say = (message: SearchMessage, transfer: ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer)
  const thread = createSearchThread(workerData as SearchPlaces, say)
  port.on('message', ({ id, request }: SearchCall) => {
    thread.take(id, request)
    if (request.kind === 'close') port.close()
  })
}
