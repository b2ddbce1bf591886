/**
 * A search worker that crashes: as many starts as the file beside the index has letters end with the first request, each
 * removing a letter.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { SearchPlaces } from '#core/library/search/search-messages.ts'

const { indexFile } = workerData as SearchPlaces
const left = readFileSync(`${indexFile}.crashes`, 'utf8')
writeFileSync(`${indexFile}.crashes`, left.slice(1))
if (left === '') await import('#core/library/search/search-worker.ts')
else parentPort?.on('message', () => process.exit(1))
