/**
 * Imports files that were dropped or chosen, one after the other, and reports progress.
 *
 * A file that is in the library is not imported again; a failed file does not stop the others.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
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

export interface Imports {
  /** null before the first import and after it is dismissed. */
  readonly run: ImportRun | null
  /** Resolves when every file was tried. Files added during an import join it. */
  add(files: readonly File[]): Promise<void>
  cancel(): void
  dismiss(): void
}

export type ImportsStore = StoreApi<Imports>

const MOST_PROBLEMS = 100
const NOTHING: Omit<ImportRun, 'total' | 'state'> = { done: 0, added: 0, known: 0, problems: [], failed: 0 }

export function createImports(bridge: Bridge): ImportsStore {
  let waiting: File[] = []
  return createStore<Imports>()((set, get) => {
    function tell(change: (run: ImportRun) => Partial<ImportRun>): void {
      const { run } = get()
      if (run !== null) set({ run: { ...run, ...change(run) } })
    }
    async function take(file: File): Promise<void> {
      const response = await bridge.importFile(file, file.name)
      tell(({ done, added, known, failed, problems }) => {
        if (response.ok) {
          return response.data.known
            ? { done: done + 1, known: known + 1 }
            : { done: done + 1, added: added + 1 }
        }
        const problem = { name: file.name, message: response.error.message }
        return {
          done: done + 1,
          failed: failed + 1,
          problems: [...problems, problem].slice(0, MOST_PROBLEMS),
        }
      })
    }
    return {
      run: null,
      async add(files) {
        if (files.length === 0) return
        waiting.push(...files)
        if (get().run?.state === 'running') return tell(({ total }) => ({ total: total + files.length }))
        set({ run: { ...NOTHING, total: files.length, state: 'running' } })
        for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await take(file)
        tell(({ state }) => ({ state: state === 'running' ? 'done' : state }))
      },
      cancel() {
        waiting = []
        tell(() => ({ state: 'cancelled' }))
      },
      dismiss() {
        set({ run: null })
      },
    }
  })
}
