/** Starts the page: the bridge to the host, the stores, and the first render. */
import '@fontsource-variable/inter/wght.css'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createServices } from './app/services.ts'
import { loadHost } from './bridge/host.tsx'
import { chooseBridge } from './bridge/choose-bridge.ts'
import { reportFaults } from './bridge/report-faults.ts'

const services = createServices(chooseBridge(window), window)
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
const reportFault = reportFaults(services.host.bridge, window)
createRoot(root, { onCaughtError: reportFault }).render(
  <StrictMode>
    <App services={services} />
  </StrictMode>,
)
void loadHost(services.host)
void services.form.getState().load()
window.addEventListener('pagehide', () => void services.drafts.flush())
for (const list of [services.feed, services.decisions, services.tasks, services.open])
  void list.getState().load()
