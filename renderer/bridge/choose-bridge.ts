/** Picks the transport by what the host gave this page: a preload on the desktop, a page token in a browser. */
import type { Bridge } from './bridge.ts'
import { createDesktopBridge, type DesktopApi } from './desktop.ts'
import { createWebBridge } from './web.ts'

declare global {
  interface Window {
    readonly atelier?: DesktopApi
  }
}

export function chooseBridge(window: Window & typeof globalThis): Bridge {
  const fetch = window.fetch.bind(window)
  if (window.atelier !== undefined) return createDesktopBridge(window.atelier, fetch)
  const token = window.document.querySelector<HTMLMetaElement>('meta[name="atelier-token"]')?.content ?? ''
  return createWebBridge({ token, origin: '', fetch, signal: new AbortController().signal })
}
