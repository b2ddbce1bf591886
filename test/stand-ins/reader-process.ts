/** The process that reads files, with what Node compiled of it kept between starts: half of a start. The host hands on no cache. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../../.build/cache/compile'))
await import('#core/reader-worker.ts')
