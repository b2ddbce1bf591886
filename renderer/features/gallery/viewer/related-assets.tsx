/** What an asset was made from, what was made from it, and similar assets. */
import { FileQuestion } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Asset } from '#contract/library.ts'
import { inputUrl } from '../../../bridge/media.ts'
import { Thumb } from '../../../bridge/thumb.tsx'
import { useAnswer } from '../../../bridge/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { useWords } from '../../../ui/text.ts'
import styles from './inspector.module.css'

const SHOWN_FIRST = 8

export interface RelatedAssetsProps {
  readonly asset: Asset
  onOpen(assetId: string): void
}

export function RelatedAssets({ asset, onOpen }: RelatedAssetsProps) {
  const { text } = useWords()
  const { id, kind } = asset
  const { data: lineage } = useAnswer('library.lineage', { id })
  const similar = useAnswer('library.similar', kind === 'image' ? { id } : null).data?.items ?? []
  const madeFrom = lineage?.madeFrom ?? []
  const inputIds = lineage?.inputIds ?? []
  return (
    <>
      {madeFrom.length + inputIds.length > 0 && (
        <Group title={text('viewer.madeFrom')}>
          <Thumbs assets={madeFrom} onOpen={onOpen} />
          {inputIds.map((inputId) => (
            <InputThumb key={inputId} id={inputId} />
          ))}
        </Group>
      )}
      {lineage !== null && lineage.usedIn.length > 0 && (
        <Group title={text('viewer.usedIn', { count: lineage.usedIn.length })}>
          <Thumbs assets={lineage.usedIn} onOpen={onOpen} />
        </Group>
      )}
      {similar.length > 0 && (
        <Group title={text('viewer.similar')}>
          <Thumbs assets={similar} onOpen={onOpen} />
        </Group>
      )}
    </>
  )
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <div className={styles.thumbs}>{children}</div>
    </section>
  )
}

function Thumbs({ assets, onOpen }: { readonly assets: readonly Asset[]; onOpen(id: string): void }) {
  const { text } = useWords()
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? assets : assets.slice(0, SHOWN_FIRST)
  return (
    <>
      {shown.map((asset) => (
        <button key={asset.id} type="button" className={styles.thumb} onClick={() => onOpen(asset.id)}>
          <Thumb
            id={asset.id}
            name={asset.title || asset.prompt || text('gallery.untitled')}
            kind={asset.kind}
          />
        </button>
      ))}
      {assets.length > shown.length && (
        <Button kind="quiet" onPress={() => setShowsAll(true)}>
          {text('viewer.showAll', { count: assets.length })}
        </Button>
      )}
    </>
  )
}

/** A file of the user that is not an asset and cannot be opened. */
function InputThumb({ id }: { readonly id: string }) {
  const { text } = useWords()
  const [isMissing, setMissing] = useState(false)
  return (
    <span className={styles.thumb} title={text('viewer.input')}>
      {isMissing ? (
        <FileQuestion size={18} aria-label={text('viewer.input')} />
      ) : (
        <img src={inputUrl(id)} alt={text('viewer.input')} loading="lazy" onError={() => setMissing(true)} />
      )}
    </span>
  )
}
