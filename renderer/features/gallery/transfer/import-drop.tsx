/** Imports files and folders that are dropped on the gallery. */
import { useEffect, useState, type RefObject } from 'react'
import { useFormatter } from '../../../ui/text.ts'
import { useGallery, useListedCollection } from '../gallery.ts'
import styles from '../dialogs/dialogs.module.css'
import { droppedFiles, type DroppedFiles } from './dropped-files.ts'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

export function ImportDrop({ place }: { readonly place: RefObject<HTMLElement | null> }) {
  const { text } = useFormatter()
  const { imports, listing } = useGallery()
  const collection = useListedCollection()?.name
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const leaving = new AbortController()
    async function take(dropped: Promise<DroppedFiles>): Promise<void> {
      const { collectionId } = listing.getState().filter
      const { files, unread } = await dropped
      const message = text('gallery.import.unreadable')
      await imports.add(
        files,
        collectionId,
        unread.map((name) => ({ name, message })),
      )
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
  }, [place, imports, listing, text])
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
