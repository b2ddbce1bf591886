/** The title, edited in place: saved with Enter or on blur, reset with Escape. */
import { useState } from 'react'
import type { Asset } from '#contract/library.ts'
import { useWords } from '../../../ui/text.ts'
import { useGallery } from '../use-gallery.ts'
import styles from './inspector.module.css'

const LONGEST = 500

export function TitleField({ asset }: { readonly asset: Asset }) {
  const { text } = useWords()
  const { changes } = useGallery()
  const [draft, setDraft] = useState<string | null>(null)
  const title = asset.title ?? ''
  function keep(): void {
    if (draft !== null && draft.trim() !== title) void changes.getState().retitle(asset.id, draft.trim())
    setDraft(null)
  }
  return (
    <div className={styles.titleField}>
      <input
        className={styles.title}
        aria-label={text('viewer.titleField')}
        placeholder={text('viewer.titleField.placeholder')}
        value={draft ?? title}
        maxLength={LONGEST}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key !== 'Escape' || draft === null) return
          // The first Escape is for the field, the next for the viewer.
          event.stopPropagation()
          setDraft(null)
        }}
      />
    </div>
  )
}
