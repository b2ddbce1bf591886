/**
 * The bridge into the page: one function to call, one to listen. It knows no route and never changes.
 *
 * Runs sandboxed. Channel names stand here as text, because a sandboxed preload can load nothing but Electron; ipc.ts
 * has the same.
 */
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import type { Result } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import type { RouteName } from '#contract/routes.ts'

contextBridge.exposeInMainWorld('atelier', {
  call: (route: RouteName, input: unknown): Promise<Result<unknown>> =>
    ipcRenderer.invoke('atelier:call', route, input),
  on(listener: (event: EventMessage) => void): () => void {
    const forward = (_: IpcRendererEvent, message: EventMessage) => listener(message)
    ipcRenderer.on('atelier:event', forward)
    return () => void ipcRenderer.off('atelier:event', forward)
  },
})
