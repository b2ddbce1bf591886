/** The media itself, as large as there is room. */
import { FileQuestion } from 'lucide-react'
import type { Asset } from '#contract/library.ts'
import { useWords } from '../../../ui/text.ts'
import { AudioStage } from './audio-stage.tsx'
import styles from './stage.module.css'
import { TextStage } from './text-stage.tsx'
import { VideoStage } from './video-stage.tsx'
import { ZoomableImage } from './zoomable-image.tsx'

export function Stage({ asset }: { readonly asset: Asset }) {
  const { text } = useWords()
  const name = asset.title || asset.prompt || text('gallery.untitled')
  switch (asset.kind) {
    case 'image':
      return <ZoomableImage asset={asset} name={name} />
    case 'video':
      return <VideoStage asset={asset} name={name} />
    case 'audio':
      return <AudioStage asset={asset} name={name} />
    case 'text':
      return <TextStage asset={asset} name={name} />
    case 'model3d':
    case 'other':
      return <NoPreview mimeType={asset.mimeType} />
  }
}

export function NoPreview({ mimeType }: { readonly mimeType: string }) {
  const { text } = useWords()
  return (
    <div className={styles.stage}>
      <p className={styles.none}>
        <FileQuestion size={18} aria-hidden /> {text('viewer.noPreview', { type: mimeType })}
      </p>
    </div>
  )
}
