/**
 * A page that a test holds before there is a window: everything asked of it goes to the page of the window that runs.
 *
 * Tests take `page` as an argument and start their host afterwards; a restarted host has another page.
 */
import type { BrowserContext, Page } from '@playwright/test'

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
