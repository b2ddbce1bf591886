/** A text file, shown as plain text up to a limit. */
import { CircleAlert } from '#renderer/icons.tsx'
import { useEffect, useState } from 'react'
import type { Asset } from '#contract/library.ts'
import { mediaUrl } from '../../../bridge/media.ts'
import { classNames } from '../../../ui/class-names.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { StateMessage } from '../../../ui/state-message.tsx'
import { useWords } from '../../../ui/text.ts'
import { readMediaText, type MediaText } from './media-text.ts'
import styles from './stage.module.css'

/** Some fifty pages; laid out in a moment. */
const MOST_BYTES = 200_000

export function TextStage({ asset, name }: { readonly asset: Asset; readonly name: string }) {
  const { text, bytes } = useWords()
  const [read, setRead] = useState<MediaText | 'broken' | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    readMediaText(mediaUrl(asset.id), MOST_BYTES, leaving.signal).then(setRead, () => {
      if (!leaving.signal.aborted) setRead('broken')
    })
    return () => leaving.abort()
  }, [asset.id])
  if (read === null) return null
  if (read === 'broken')
    return (
      <StateMessage icon={CircleAlert} tone="broken" title={text('viewer.broken')}>
        {text('viewer.text.broken')}
      </StateMessage>
    )
  return (
    <div className={styles.textStage}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <section className={styles.sheet} tabIndex={0} aria-label={name}>
        <pre
          className={classNames(styles.text, asset.mimeType === 'application/json' && styles.code)}
          dir="auto"
        >
          {read.text}
        </pre>
      </section>
      <div className={styles.foot}>
        {read.isCut ? (
          <p className={styles.textNote}>
            {text('viewer.text.cut', { shown: bytes(MOST_BYTES), size: bytes(asset.sizeBytes) })}
          </p>
        ) : (
          <CopyButton label={text('viewer.text.copy')} value={read.text} />
        )}
      </div>
    </div>
  )
}
