/**
 * What a drop, a paste or a choice of files brings: files, assets of the library, addresses.
 *
 * Owns reading it. Whether it can be an input is for the host to say.
 */

import {
  type ClipboardEvent as ReactClipboardEvent,
  type DragEvent,
  useEffect,
  useRef,
  useState,
} from 'react'

export type DroppedItem =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'asset'; readonly assetId: string; readonly name: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'bytes'; readonly dataUrl: string; readonly name: string }

/** Assets that are dragged through the page: the type that marks the drag, and what is in it. */
export interface DraggedAssets {
  readonly type: string
  take(): readonly string[]
}

/** What lies in a drop: what can be tried as an input, and how many folders were among it. */
export interface DroppedItems {
  readonly items: readonly DroppedItem[]
  readonly folders: number
}

/** The page's own addresses stand for assets of the library where they name media, and for nothing where they do not. */
export interface PageAddress {
  readonly href: string
}

const MEDIA_ELEMENTS = 'img[src], video[src], audio[src], source[src]'

/** Whether a drag may hold inputs. Its content is not known before the drop, only its types. */
export function mayHoldInputs(types: readonly string[], dragged: DraggedAssets): boolean {
  return types.includes('Files') || types.includes(dragged.type) || types.includes('text/uri-list')
}

/** Must be called while the drop or the paste is being handled: afterwards the browser has forgotten it. */
function readTransfer(transfer: DataTransfer, dragged: DraggedAssets, page: PageAddress): DroppedItems {
  if (transfer.types.includes(dragged.type))
    return { items: dragged.take().map((assetId) => ({ kind: 'asset', assetId, name: assetId })), folders: 0 }
  const addresses = [...sourcesOf(transfer.getData('text/html')), ...linesOf(transfer)]
  const named = addresses.flatMap((address) => readAddress(address, page))
  const asset = named.find(({ kind }) => kind === 'asset')
  if (asset !== undefined) return { items: [asset], folders: 0 }
  const files = readFiles(transfer)
  if (files.items.length > 0 || files.folders > 0) return files
  // An image in a page stands before the address of the page it links to.
  return { items: named.slice(0, 1), folders: 0 }
}

/** An address as an input; nothing where it cannot be one. */
export function readAddress(address: string, page: PageAddress): readonly DroppedItem[] {
  if (address.startsWith('data:')) return [{ kind: 'bytes', dataUrl: address, name: nameOfDataUrl(address) }]
  const url = URL.parse(address, page.href)
  if (url === null) return []
  const own = new URL(page.href)
  if (url.protocol !== own.protocol || url.host !== own.host)
    return /^https?:$/.test(url.protocol) ? [{ kind: 'url', url: url.href }] : []
  const assetId = /^\/media\/([^/]+)(\/thumb)?$/.exec(url.pathname)?.[1]
  if (assetId === undefined) return []
  return [{ kind: 'asset', assetId: decodeURIComponent(assetId), name: decodeURIComponent(assetId) }]
}

/** The address in a text that is nothing but an address. */
export function addressIn(text: string): string | null {
  const trimmed = text.trim()
  return /^(https?:\/\/|data:(image|video|audio)\/)\S+$/i.test(trimmed) ? trimmed : null
}

function readFiles(transfer: DataTransfer): DroppedItems {
  const isFolder = Array.from(transfer.items)
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry()?.isDirectory === true)
  const files = Array.from(transfer.files).filter((_, index) => isFolder[index] !== true)
  return {
    items: files.map((file) => ({ kind: 'file', file })),
    folders: isFolder.filter(Boolean).length,
  }
}

function sourcesOf(html: string): readonly string[] {
  if (html === '') return []
  const page = new DOMParser().parseFromString(html, 'text/html')
  return Array.from(page.querySelectorAll(MEDIA_ELEMENTS), (element) => element.getAttribute('src') ?? '')
}

/** The lines of a `text/uri-list` (RFC 2483: those that begin with `#` are comments), else a text that is an address. */
function linesOf(transfer: DataTransfer): readonly string[] {
  const lines = transfer.getData('text/uri-list').split(/\r?\n/)
  const addresses = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  const plain = addressIn(transfer.getData('text/plain'))
  return addresses.length === 0 && plain !== null ? [plain] : addresses
}

function nameOfDataUrl(dataUrl: string): string {
  const type = /^data:([a-z]+)\/([a-z\d]+)/i.exec(dataUrl)
  return type === null ? 'input' : `${type[1]}.${type[2]}`
}

/**
 * Lets inputs be dropped and pasted, and tells while something is over the place.
 *
 * The handlers are of the capturing phase: lists that can be sorted keep every drag over them to themselves.
 */
export function useInputDrop(dragged: DraggedAssets, onItems: (dropped: DroppedItems) => void) {
  const [isOver, setOver] = useState(false)
  const taking =
    (take: (event: DragEvent) => void) =>
    (event: DragEvent): void => {
      if (!mayHoldInputs(event.dataTransfer.types, dragged)) return
      event.stopPropagation()
      take(event)
    }
  return {
    isOver,
    handlers: {
      onDragOverCapture: taking((event) => {
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      }),
      // Every child entered is also left.
      onDragLeaveCapture: taking(({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }),
      onDropCapture: taking((event) => {
        event.preventDefault()
        setOver(false)
        onItems(readTransfer(event.dataTransfer, dragged, window.location))
      }),
      onPaste(event: ReactClipboardEvent): void {
        // The editor of the options is in a shadow root, which hides from `target` what has the focus.
        const [target = null] = event.nativeEvent.composedPath()
        const { clipboardData } = event
        takePaste({ clipboardData, target, preventDefault: () => event.preventDefault() }, onItems)
      },
    },
  }
}

/** What is pasted while nothing has the focus: it goes to the page's body, and not through the view. */
export function usePasteAtRest(onItems: (dropped: DroppedItems) => void): void {
  const latest = useRef(onItems)
  useEffect(() => {
    latest.current = onItems
  })
  useEffect(() => {
    const take = (event: ClipboardEvent): void => {
      const { clipboardData, target } = event
      if (target !== document.body || clipboardData === null) return
      takePaste({ clipboardData, target, preventDefault: () => event.preventDefault() }, latest.current)
    }
    document.addEventListener('paste', take)
    return () => document.removeEventListener('paste', take)
  }, [])
}

type Paste = Pick<ClipboardEvent, 'target' | 'preventDefault'> & { readonly clipboardData: DataTransfer }

function takePaste(event: Paste, onItems: (dropped: DroppedItems) => void): void {
  const dropped = readPaste(event)
  if (dropped === null) return
  event.preventDefault()
  onItems(dropped)
}

/** Words that are pasted where one writes stay words, even where an image of them comes along. */
function readPaste({ clipboardData, target }: Paste): DroppedItems | null {
  const text = clipboardData.getData('text/plain')
  if (isEditable(target) && text.trim() !== '') return null
  if (clipboardData.files.length > 0)
    return { items: Array.from(clipboardData.files, (file) => ({ kind: 'file', file })), folders: 0 }
  const address = isEditable(target) ? null : addressIn(text)
  return address === null ? null : { items: readAddress(address, window.location), folders: 0 }
}

function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea') || target.closest('.cm-editor') !== null)
  )
}
