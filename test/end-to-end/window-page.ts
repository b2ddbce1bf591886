/**
 * A page that a test holds before there is a window: everything asked of it goes to the page of the window that runs.
 *
 * Tests take `page` as an argument and start their host afterwards; a restarted host has another page.
 */
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { hasDisplay, runtimePath } from '../../electron/scripts/desktop-runtime.ts'

export interface WindowPage {
  readonly page: Page
  readonly context: BrowserContext
  /** The window's page from here on. */
  show(page: Page): void
}

export function createWindowPage(): WindowPage {
  let shown: Page | null = null
  const current = (): Page => {
    if (shown === null) throw new Error('There is no window yet: start the host first.')
    return shown
  }
  return {
    page: standingFor(current),
    context: standingFor(() => current().context()),
    show: (page) => void (shown = page),
  }
}

function standingFor<Target extends object>(current: () => Target): Target {
  return new Proxy({} as Target, {
    get(_, key) {
      // Awaited by the test runner before there is a window.
      if (key === 'then') return undefined
      const target = current()
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' && key !== 'constructor' ? (value.bind(target) as unknown) : value
    },
  })
}

type ElectronRuntime =
  | { readonly ok: true; readonly path: string }
  /** Why not: the second half of a sentence. */
  | { readonly ok: false; readonly reason: string }

/** Whether Electron itself is installed, found without loading its package, which would start a download. */
export function electronRuntime(): ElectronRuntime {
  const path = runtimePath(join(import.meta.dirname, '../../node_modules/electron'), process.env)
  if (path === null) return { ok: false, reason: "Electron's runtime is not installed" }
  if (!hasDisplay()) return { ok: false, reason: 'there is no display for a window' }
  return { ok: true, path }
}
