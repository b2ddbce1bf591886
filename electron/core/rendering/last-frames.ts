/** The last frames of videos as inputs: each is made once, so that a request that begins with one keeps its hash. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Context } from '../context/context.ts'
import type { Inputs } from '../inputs/inputs.ts'
import type { AssetRecord } from '../library/assets/asset-row.ts'
import type { Library } from '../library/library.ts'
import { ifThere } from '../store/files.ts'
import type { Recoverable } from '../store/recovery/recoverable.ts'
import type { PageWork } from './page-work.ts'

interface LastFrameDeps extends Pick<Context, 'db'> {
  readonly library: Pick<Library, 'media' | 'reader'>
  readonly inputs: Pick<Inputs, 'add' | 'find'>
}

interface Making {
  readonly made: Promise<Result<string>>
  readonly stopping: AbortController
  waiting: number
}

const NEVER = new AbortController().signal

export function createLastFrames(deps: LastFrameDeps, work: PageWork) {
  const { db } = deps
  const making = new Map<string, Making>()
  const known = (sha256: string): string | null => {
    const row = db.get(
      `SELECT id FROM inputs WHERE kind = 'image' AND url IS NULL
       AND sha256 = coalesce((SELECT input_sha256 FROM last_frames WHERE sha256 = ?1), ?1)`,
      sha256,
    )
    return typeof row?.['id'] === 'string' ? row['id'] : null
  }
  const begin = (asset: AssetRecord): Making => {
    const stopping = new AbortController()
    const made = makeFrame(deps, work, asset, stopping.signal).finally(() => making.delete(asset.sha256))
    // Whoever waits hears of it; nobody may wait any more.
    made.catch(() => undefined)
    const begun = { made, stopping, waiting: 0 }
    making.set(asset.sha256, begun)
    return begun
  }
  return {
    known,
    make: async (asset: AssetRecord, signal: AbortSignal = NEVER): Promise<Result<string>> => {
      const there = known(asset.sha256)
      if (there !== null) return succeed(there)
      signal.throwIfAborted()
      const shared = making.get(asset.sha256) ?? begin(asset)
      shared.waiting++
      const stopped = Promise.withResolvers<never>()
      const stop = (): void => stopped.reject(signal.reason)
      signal.addEventListener('abort', stop, { once: true })
      try {
        return await Promise.race([shared.made, stopped.promise])
      } finally {
        signal.removeEventListener('abort', stop)
        if (--shared.waiting === 0) shared.stopping.abort()
      }
    },
  }
}

async function makeFrame(
  { db, library, inputs }: LastFrameDeps,
  work: PageWork,
  asset: AssetRecord,
  signal: AbortSignal,
): Promise<Result<string>> {
  const path = library.media.path(asset.sha256, asset.extension)
  if (!(await ifThere(stat(path)))) return fail('not_found', 'rendering.fileMissing')
  if (asset.kind === 'image') {
    const added = await inputs.add(`${asset.title ?? asset.id}.${asset.extension}`, createReadStream(path))
    return added.ok ? succeed(added.data.id) : added
  }
  if (asset.kind !== 'video') return fail('invalid_input', 'rendering.notVideo')
  const asked = await work.ask({ kind: 'lastFrame', assetId: asset.id }, { signal })
  if (!asked.ok) return asked
  const frame = inputs.find(asked.data ?? '')
  if (frame?.kind !== 'image') return fail('invalid_input', 'rendering.failed')
  db.run(
    'INSERT INTO last_frames (sha256, input_sha256) VALUES (?, ?) ON CONFLICT DO NOTHING',
    asset.sha256,
    frame.sha256,
  )
  return succeed(frame.id)
}

export const LAST_FRAME_RECOVERY: Recoverable = { tables: [{ name: 'last_frames' }] }
