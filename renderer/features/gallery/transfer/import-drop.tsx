/** Imports files and folders that are dropped on the gallery. */
import { useEffect, useState, type RefObject } from 'react'
import { useWords } from '../../../ui/text.ts'
import { useGallery } from '../use-gallery.ts'
import { droppedFiles } from './dropped-files.ts'
import styles from './transfer.module.css'

export function ImportDrop({ place }: { readonly place: RefObject<HTMLElement | null> }) {
  const { text } = useWords()
  const { imports, changes } = useGallery()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    /** Every child entered is also left: the pointer is outside when the two are even. */
    let depth = 0
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true
    function enter(event: DragEvent): void {
      if (!hasFiles(event)) return
      depth += 1
      setOver(true)
    }
    function leave(event: DragEvent): void {
      if (!hasFiles(event)) return
      depth -= 1
      if (depth <= 0) setOver(false)
    }
    function over(event: DragEvent): void {
      if (!hasFiles(event) || event.dataTransfer === null) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    }
    async function take(files: Promise<readonly File[]>): Promise<void> {
      try {
        await imports.getState().add(await files)
      } catch {
        changes.getState().fail({ code: 'disk_error', message: text('gallery.import.unreadable') })
      }
    }
    function drop(event: DragEvent): void {
      if (!hasFiles(event) || event.dataTransfer === null) return
      event.preventDefault()
      depth = 0
      setOver(false)
      void take(droppedFiles(event.dataTransfer))
    }
    element.addEventListener('dragenter', enter)
    element.addEventListener('dragleave', leave)
    element.addEventListener('dragover', over)
    element.addEventListener('drop', drop)
    return () => {
      element.removeEventListener('dragenter', enter)
      element.removeEventListener('dragleave', leave)
      element.removeEventListener('dragover', over)
      element.removeEventListener('drop', drop)
    }
  }, [place, imports, changes, text])
  if (!isOver) return null
  return (
    <div className={styles.over}>
      <p className={styles.overText}>{text('gallery.import.drop')}</p>
    </div>
  )
}
