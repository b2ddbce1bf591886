/**
 * The search's thread as one that crashes: as many starts as the file beside the index has letters end with the first
 * question, each of them taking a letter away.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { SearchPlaces } from '#core/library/search/search-messages.ts'

const { indexFile } = workerData as SearchPlaces
const left = readFileSync(`${indexFile}.crashes`, 'utf8')
writeFileSync(`${indexFile}.crashes`, left.slice(1))
if (left === '') await import('#core/library/search/search-worker.ts')
else parentPort?.on('message', () => process.exit(1))
