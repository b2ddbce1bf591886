/**
 * A process that downloads one file, to be killed: started as `node download-process.ts URL PART_PATH`, it says after each piece
 * how many bytes it has received, and in the end what came of it.
 */
import { channel } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'
import { createDownloader } from '#core/results/download/download.ts'

const [url = '', partPath = ''] = process.argv.slice(2)
const say = (line: object): void => void writeSync(1, `${JSON.stringify(line)}\n`)
let receivedBytes = 0
channel('undici:request:bodyChunkReceived').subscribe((message) => {
  receivedBytes += (message as { chunk: Uint8Array }).chunk.length
  say({ receivedBytes })
})
const downloader = createDownloader()
const { signal } = new AbortController()
say({ outcome: await downloader.fetch({ kind: 'url', url }, { partPath, allowLocal: true, signal }) })
await downloader.close()
