/** Whether Electron itself is installed, found without loading its package, which would start a download. */
import { join } from 'node:path'
import { hasDisplay, runtimePath } from '../../electron/scripts/desktop-runtime.ts'

export type ElectronRuntime =
  | { readonly ok: true; readonly path: string }
  /** Why not: the second half of a sentence. */
  | { readonly ok: false; readonly reason: string }

export function electronRuntime(): ElectronRuntime {
  const path = runtimePath(join(import.meta.dirname, '../../node_modules/electron'), process.env)
  if (path === null) return { ok: false, reason: "Electron's runtime is not installed" }
  if (!hasDisplay()) return { ok: false, reason: 'there is no display for a window' }
  return { ok: true, path }
}
