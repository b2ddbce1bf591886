/** Imports files and folders that are dropped on the gallery. */
import { useEffect, useState, type RefObject } from 'react'
import { useFormatter } from '../../../ui/text.ts'
import { useGallery, useListedCollection } from '../gallery.ts'
import styles from '../dialogs/dialogs.module.css'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

export function ImportDrop({ place }: { readonly place: RefObject<HTMLElement | null> }) {
  const { text } = useFormatter()
  const { imports, changes, listing } = useGallery()
  const collection = useListedCollection()?.name
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const leaving = new AbortController()
    async function take(files: Promise<readonly File[]>): Promise<void> {
      try {
        await imports.add(await files, listing.getState().filter.collectionId)
      } catch {
        changes.fail({ code: 'disk_error', message: text('gallery.import.unreadable') })
      }
    }
    function handle(event: DragEvent): void {
      const { dataTransfer, type, relatedTarget } = event
      if (dataTransfer?.types.includes('Files') !== true) return
      // Every child entered is also left.
      const isInside = relatedTarget instanceof Node && element?.contains(relatedTarget) === true
      if (type === 'dragleave') return void (isInside || setOver(false))
      event.preventDefault()
      dataTransfer.dropEffect = 'copy'
      setOver(type === 'dragover')
      if (type === 'drop') void take(droppedFiles(dataTransfer))
    }
    for (const name of ['dragover', 'dragleave', 'drop'] as const)
      element.addEventListener(name, handle, { signal: leaving.signal })
    return () => leaving.abort()
  }, [place, imports, changes, listing, text])
  if (!isOver) return null
  return (
    <div className={classNames(u.centered, u.absolute, styles.over)}>
      <p className={classNames(u.raised, u.medium, styles.overText)}>
        {collection === undefined
          ? text('gallery.import.drop')
          : text('gallery.import.drop.into', { name: collection })}
      </p>
    </div>
  )
}

/**
 * The files in a drop, those inside of dropped folders included. Must be called while the drop is being handled: afterwards the
 * browser has forgotten it.
 */
function droppedFiles(transfer: DataTransfer): Promise<readonly File[]> {
  const entries = Array.from(transfer.items).map((item) => item.webkitGetAsEntry())
  const plain = Array.from(transfer.files)
  return entries.some((entry) => entry?.isDirectory === true) ? readAll(entries) : Promise.resolve(plain)
}

async function readAll(entries: readonly (FileSystemEntry | null)[]): Promise<readonly File[]> {
  const files: File[] = []
  for (const entry of entries) {
    if (entry === null) continue
    if (isFile(entry)) files.push(await fileOf(entry))
    else if (isDirectory(entry)) files.push(...(await readAll(await entriesOf(entry))))
  }
  return files
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** A folder is read in portions: it ends with an empty one. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
