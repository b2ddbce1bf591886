/** The end of a review: what was decided, and what becomes of it. */
import { ListChecks } from '../icons.tsx'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { StateMessage } from '../../../ui/state-message.tsx'
import { useWords } from '../../../ui/text.ts'
import { useCollectDialog } from '../dialogs/collection-dialog.tsx'
import { useGallery } from '../gallery.ts'
import { placesOf, type Review } from './review.ts'
import styles from './review.module.css'

export interface ReviewEndProps {
  readonly review: Review
  idAt(place: number): string
  onBack(): void
  onClose(): void
}

export function ReviewEnd({ review, idAt, onBack, onClose }: ReviewEndProps) {
  const { text } = useWords()
  const { changes } = useGallery()
  const collect = useCollectDialog()
  const kept = placesOf(review, 'keep').map(idAt)
  const rejected = placesOf(review, 'reject').map(idAt)
  // The button that had the focus is gone: keys must still be heard.
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  function trash(): void {
    void changes.move('trash', rejected)
    onClose()
  }
  return (
    <div ref={place} tabIndex={-1} className={styles.end}>
      <StateMessage
        icon={ListChecks}
        title={text('review.end', { kept: kept.length, rejected: rejected.length })}
        action={
          <div className={styles.choices}>
            {rejected.length > 0 && (
              <Button kind="main" onPress={trash}>
                {text('review.end.trash', { count: rejected.length })}
              </Button>
            )}
            {kept.length > 0 && (
              <Button onPress={() => collect(kept)}>
                {text('review.end.collect', { count: kept.length })}
              </Button>
            )}
            <Button onPress={onBack}>{text('review.end.back')}</Button>
            <Button onPress={onClose}>
              {text(rejected.length > 0 ? 'review.end.leave' : 'viewer.close', { count: rejected.length })}
            </Button>
          </div>
        }
      >
        {rejected.length > 0 && text('review.end.text')}
      </StateMessage>
    </div>
  )
}
