/**
 * The one way between page and main process: calls on one channel, files on another, events on a third.
 *
 * Owns the check of the sender and of the payload's size. What a call means is the router's business, the same as on the web
 * host: the payload is turned into plain JSON first, so that no handler meets a Map, a cycle or a class.
 */
import { renderResult, saidAnew, type Say } from '#core/messages/render.ts'
import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron'
import type { App } from '#core/app.ts'
import { parseBoundedJson } from '#core/json/bounded-json.ts'
import {
  fail,
  type Failure,
  type RenderedFailure,
  type RenderedResult,
  type Result,
} from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import { MAX_CALL_VALUES } from '#contract/json.ts'
import { largestInputBytes } from '#contract/routes.ts'
import { isPageAddress, PAGE_ORIGIN } from '../protocol.ts'

const CALL_CHANNEL = 'atelier:call'
const FILE_CHANNEL = 'atelier:file'
const EVENT_CHANNEL = 'atelier:event'

export interface PageConnection {
  readonly app: Pick<App, 'call' | 'subscribe'>
  readonly window: BrowserWindow
  readonly say: Say
  /** Takes a file that the page hands over by its path; null where the page is to send its bytes. */
  readonly receiveFile: (call: readonly unknown[]) => Promise<unknown>
}

/** Connects the window's page with the application; the returned function cuts it off. */
export function connectPage({ app, window, say, receiveFile }: PageConnection): () => void {
  // electron-store opens a channel of its own, without a check of who asks.
  ipcMain.removeAllListeners('electron-store-get-data')
  const handle = async (
    event: IpcMainInvokeEvent,
    route: unknown,
    input: unknown,
  ): Promise<Result<unknown, Failure | RenderedFailure>> => {
    if (!isOwnPage(event, window)) return fail('forbidden', 'hosts.onlyWindow')
    if (typeof route !== 'string' || route.length > 100) return fail('not_found', 'hosts.noCall')
    const limit = largestInputBytes(route)
    const text = toJson(input)
    if (text === null) return fail('invalid_input', 'hosts.inputNotJson')
    if (text.length > limit) return fail('invalid_input', message('hosts.inputTooLong', { limit }))
    const plain = parseBoundedJson(text, MAX_CALL_VALUES)
    if (plain === undefined) return fail('invalid_input', 'hosts.tooManyValues')
    try {
      return await app.call(route, plain)
    } catch {
      return fail('internal', 'hosts.noResponse')
    }
  }
  ipcMain.handle(
    CALL_CHANNEL,
    async (event, route: unknown, input: unknown): Promise<RenderedResult<unknown>> =>
      renderResult(await handle(event, route, input), say),
  )
  ipcMain.handle(FILE_CHANNEL, async (event, ...call: unknown[]): Promise<unknown> => {
    if (!isOwnPage(event, window)) return renderResult(fail('forbidden', 'hosts.onlyWindow'), say)
    return receiveFile(call).catch(() => renderResult(fail('internal', 'hosts.noResponse'), say))
  })
  const unsubscribe = app.subscribe((event) => {
    if (!window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, saidAnew(event, say))
  })
  return () => {
    unsubscribe()
    ipcMain.removeHandler(CALL_CHANNEL)
    ipcMain.removeHandler(FILE_CHANNEL)
  }
}

/**
 * Whether a call comes from the window's main frame while it shows the page. The address is looked at besides the origin,
 * because about:blank inherits an origin (electron.d.ts, `WebFrameMain.origin`).
 */
function isOwnPage(event: IpcMainInvokeEvent, window: BrowserWindow): boolean {
  const frame = event.senderFrame
  if (frame === null || window.isDestroyed() || event.sender !== window.webContents) return false
  return frame === window.webContents.mainFrame && frame.origin === PAGE_ORIGIN && isPageAddress(frame.url)
}

function toJson(input: unknown): string | null {
  try {
    return JSON.stringify(input) ?? null
  } catch {
    return null
  }
}
