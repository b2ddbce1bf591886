/** Starts the page: the bridge to the host, the stores, and the first render. */
import '@fontsource-variable/inter/wght.css'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { loadGallery } from './app/current-place.tsx'
import { createServices } from './app/services.ts'
import { ignoreComposition } from './app/ignore-composition.ts'
import { languageOfPage } from './app/use-language.ts'
import { loadHost } from './bridge/host.tsx'
import type { Bridge } from './bridge/bridge.ts'
import { createDesktopBridge, type DesktopApi } from './bridge/desktop.ts'
import { reportFaults } from './bridge/report-faults.ts'
import { followRenderWork, startRenderWorker } from './features/rendering/rendering.ts'
import { speak } from './locales/messages.ts'
import { createWebBridge } from './bridge/web.ts'

declare global {
  interface Window {
    readonly atelier?: DesktopApi
  }
}

const TOKEN = 'atelier-token'

/** The token that the launch of a page in a browser leads to, out of the address and into storage. */
function storeToken(): void {
  const [, launched] = location.hash.split('#token=')
  if (!launched) return
  localStorage.setItem(TOKEN, launched)
  history.replaceState(null, '', '/')
}

/** By what the host gave this page: a preload on the desktop, a page token in a browser. */
function createBridge(): Bridge {
  const fetch = window.fetch.bind(window)
  if (window.atelier !== undefined) return createDesktopBridge(window.atelier, fetch)
  const token = localStorage.getItem(TOKEN) ?? ''
  return createWebBridge({ token, origin: '', fetch, signal: new AbortController().signal })
}

// Before anything is waited for: a page that is closed meanwhile has stored its token all the same.
storeToken()
ignoreComposition(window)
void speak(languageOfPage(document, navigator.languages)).then(start)

function start(): void {
  const services = createServices(createBridge(), window)
  // First of all, where the page starts with it: its scripts and its first thumbnails wait for nothing else.
  if (services.router.current().place === 'gallery') {
    services.gallery.begin()
    void loadGallery()
  }
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  const reportFault = reportFaults(services.host.bridge, window)
  createRoot(root, { onCaughtError: reportFault }).render(
    <StrictMode>
      <App services={services} />
    </StrictMode>,
  )
  void loadHost(services.host)
  followRenderWork(services.host.bridge, startRenderWorker)
  void services.drafts.read()
  window.addEventListener('pagehide', () => services.drafts.leave())
  for (const list of [services.feed, services.decisions, services.tasks, services.open]) void list.load()
}
