/**
 * The bridge into the page: one function to call, one to listen, one to hand over a file by its path. It knows no route and never
 * changes. The page learns no path.
 *
 * Runs sandboxed. Channel names stand here as text, because a sandboxed preload can load nothing but Electron; ipc.ts
 * has the same.
 */
import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron'
import type { Result } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import type { RouteName } from '#contract/routes.ts'

contextBridge.exposeInMainWorld('atelier', {
  call: (route: RouteName, input: unknown): Promise<Result<unknown>> =>
    ipcRenderer.invoke('atelier:call', route, input),
  /** Null where the file lies nowhere: the page has made it. */
  file(place: string, file: File, headers: Readonly<Record<string, string>>): Promise<unknown> | null {
    const path = webUtils.getPathForFile(file)
    return path === '' ? null : ipcRenderer.invoke('atelier:file', place, path, headers)
  },
  on(listener: (event: EventMessage) => void): () => void {
    const forward = (_: IpcRendererEvent, message: EventMessage) => listener(message)
    ipcRenderer.on('atelier:event', forward)
    return () => void ipcRenderer.off('atelier:event', forward)
  },
})
