/**
 * Imports files that were dropped or chosen, one after the other, and reports progress.
 *
 * A file that is in the library is not imported again; a failed file does not stop the others.
 */
import { createStore } from 'zustand/vanilla'
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

const MOST_PROBLEMS = 100
const NOTHING: Omit<ImportRun, 'total' | 'state'> = { done: 0, added: 0, known: 0, problems: [], failed: 0 }

export function createImports(bridge: Bridge) {
  /** `run` is null before the first import and after it is dismissed. */
  const store = createStore<{ readonly run: ImportRun | null }>()(() => ({ run: null }))
  let waiting: File[] = []
  function tell(change: (run: ImportRun) => Partial<ImportRun>): void {
    store.setState(({ run }) => ({ run: run === null ? null : { ...run, ...change(run) } }))
  }
  async function take(file: File): Promise<void> {
    const response = await bridge.importFile(file, file.name)
    tell(({ done, added, known, failed, problems }) => {
      if (response.ok && response.data.known) return { done: done + 1, known: known + 1 }
      if (response.ok) return { done: done + 1, added: added + 1 }
      const all = [...problems, { name: file.name, message: response.error.message }]
      return { done: done + 1, failed: failed + 1, problems: all.slice(0, MOST_PROBLEMS) }
    })
  }
  return Object.assign(store, {
    /** Resolves when every file was tried. Files added during an import join it. */
    async add(files: readonly File[]): Promise<void> {
      if (files.length === 0) return
      waiting.push(...files)
      if (store.getState().run?.state === 'running')
        return tell(({ total }) => ({ total: total + files.length }))
      store.setState({ run: { ...NOTHING, total: files.length, state: 'running' } })
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await take(file)
      tell(({ state }) => ({ state: state === 'running' ? 'done' : state }))
    },
    cancel(): void {
      waiting = []
      tell(() => ({ state: 'cancelled' }))
    },
    dismiss: () => store.setState({ run: null }),
  })
}
