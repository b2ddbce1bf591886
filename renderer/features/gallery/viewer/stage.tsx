/** The media itself, as large as there is room. */
import { FileQuestion } from 'lucide-react'
import type { Asset } from '#contract/asset.ts'
import { mediaUrl } from '../../../bridge/media.ts'
import { useWords } from '../../../ui/text.ts'
import styles from './stage.module.css'
import { ZoomableImage } from './zoomable-image.tsx'

export function Stage({ asset }: { readonly asset: Asset }) {
  const { text } = useWords()
  const name = asset.title ?? asset.prompt ?? text('gallery.untitled')
  const address = mediaUrl(asset.id)
  switch (asset.kind) {
    case 'image':
      return <ZoomableImage asset={asset} name={name} />
    case 'video':
      return (
        <div className={styles.stage}>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- generated films come without captions */}
          <video src={address} controls loop autoPlay aria-label={name} className={styles.video} />
        </div>
      )
    case 'audio':
      return (
        <div className={styles.stage}>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- generated music comes without captions */}
          <audio src={address} controls autoPlay aria-label={name} className={styles.audio} />
        </div>
      )
    case 'text':
    case 'model3d':
    case 'other':
      return (
        <div className={styles.stage}>
          <p className={styles.none}>
            <FileQuestion size={18} aria-hidden /> {text('viewer.noPreview', { type: asset.mimeType })}
          </p>
        </div>
      )
  }
}
