/**
 * Imports files that were dropped or chosen, one after the other, and reports progress.
 *
 * A file that is in the library is not imported again; a failed file does not stop the others.
 */
import { createStore } from 'zustand/vanilla'
import type { RenderedResult } from '#contract/errors.ts'
import type { ImportedFile } from '#contract/exchange.ts'
import type { Job } from '#contract/library.ts'
import type { Bridge } from '../../../bridge/bridge.ts'

export interface ImportRun {
  readonly total: number
  readonly done: number
  readonly added: number
  readonly known: number
  /** Files that failed, with the reason; the first hundred. */
  readonly problems: readonly { readonly name: string; readonly message: string }[]
  readonly failed: number
  readonly state: 'running' | 'done' | 'cancelled'
}

const MAX_PROBLEMS = 100
const NOTHING: Omit<ImportRun, 'state'> = { total: 0, done: 0, added: 0, known: 0, problems: [], failed: 0 }

interface Waiting {
  readonly file: File
  readonly collectionId: string | undefined
}

/** A ZIP file becomes a job of the host, which `onJob` is told of: it ends after the run. */
export function createImports(bridge: Bridge, onJob: (job: Job) => void) {
  /** `run` is null before the first import and after it is dismissed. */
  const store = createStore<{ readonly run: ImportRun | null }>()(() => ({ run: null }))
  let queue: Waiting[] = []
  function tell(change: (run: ImportRun) => Partial<ImportRun>): void {
    store.setState(({ run }) => ({ run: run === null ? null : { ...run, ...change(run) } }))
  }
  async function takeZip({ file, collectionId }: Waiting): Promise<RenderedResult<null>> {
    const response = await bridge.importZip(file, file.name, collectionId)
    if (!response.ok) return response
    onJob(response.data)
    return { ok: true, data: null }
  }
  async function takeFile({ file, collectionId }: Waiting): Promise<RenderedResult<ImportedFile>> {
    const response = await bridge.importFile(file, file.name)
    if (!response.ok || collectionId === undefined) return response
    const assetIds = [response.data.asset.id]
    const collected = await bridge.call('collections.add', { id: collectionId, assetIds })
    return collected.ok ? response : collected
  }
  async function take(item: Waiting, own: readonly Waiting[]): Promise<void> {
    const { file } = item
    const isZip = /\.zip$/i.test(file.name)
    const response = await (isZip ? takeZip(item) : takeFile(item))
    // Its import was cancelled, and another has begun.
    if (queue !== own) return
    if (response.ok && response.data === null) return tell(({ total }) => ({ total: total - 1 }))
    tell(({ done, added, known, failed, problems }) => {
      if (response.ok && response.data?.known) return { done: done + 1, known: known + 1 }
      if (response.ok) return { done: done + 1, added: added + 1 }
      const all = [...problems, { name: file.name, message: response.error.message }]
      return { done: done + 1, failed: failed + 1, problems: all.slice(0, MAX_PROBLEMS) }
    })
  }
  return Object.assign(store, {
    /** Resolves when every file was tried. Files added during an import join it; `unread` are files that failed already. */
    async add(
      files: readonly File[],
      collectionId?: string,
      unread: ImportRun['problems'] = [],
    ): Promise<void> {
      if (files.length + unread.length === 0) return
      const own = files.map((file) => ({ file, collectionId }))
      const join = ({ total, done, failed, problems }: Omit<ImportRun, 'state'>) => ({
        total: total + files.length + unread.length,
        done: done + unread.length,
        failed: failed + unread.length,
        problems: [...problems, ...unread].slice(0, MAX_PROBLEMS),
      })
      if (store.getState().run?.state === 'running') {
        queue.push(...own)
        return tell(join)
      }
      queue = own
      store.setState({ run: { ...NOTHING, ...join(NOTHING), state: 'running' } })
      for (let item = own.shift(); item !== undefined; item = own.shift()) await take(item, own)
      if (queue !== own) return
      tell(({ state }) => ({ state: state === 'running' ? 'done' : state }))
      // Only ZIP files, and each tells of itself.
      if (store.getState().run?.total === 0) store.setState({ run: null })
    },
    cancel(): void {
      queue.length = 0
      tell(() => ({ state: 'cancelled' }))
    },
    dismiss: () => store.setState({ run: null }),
  })
}
