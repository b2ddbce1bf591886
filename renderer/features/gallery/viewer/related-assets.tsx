/** What an asset was made from, what was made from it, and similar assets. */
import { useState, type ReactNode } from 'react'
import type { Asset } from '#contract/library.ts'
import { inputUrl } from '../../../bridge/media.ts'
import { Thumb } from '../../../bridge/thumb.tsx'
import { useQuery } from '../../../bridge/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { useFormatter } from '../../../ui/text.ts'
import styles from './inspector.module.css'
import { ImageOff } from '../icons.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

const SHOWN_FIRST = 8

export interface RelatedAssetsProps {
  readonly asset: Asset
  onOpen(assetId: string): void
}

export function RelatedAssets({ asset, onOpen }: RelatedAssetsProps) {
  const { text } = useFormatter()
  const { id, kind } = asset
  const { data: lineage } = useQuery('library.lineage', { id })
  const similar = useQuery('library.similar', kind === 'image' ? { id } : null).data?.items ?? []
  const madeFrom = lineage?.madeFrom ?? []
  const inputIds = lineage?.inputIds ?? []
  return (
    <>
      {madeFrom.length + inputIds.length > 0 && (
        <Group title={text('viewer.madeFrom')}>
          <Thumbs assets={madeFrom} side="madeFrom" onOpen={onOpen} />
          {inputIds.map((inputId) => (
            <InputThumb key={inputId} id={inputId} />
          ))}
        </Group>
      )}
      {lineage !== null && lineage.usedIn.length > 0 && (
        <Group title={text('viewer.usedIn', { count: lineage.usedIn.length })}>
          <Thumbs assets={lineage.usedIn} side="usedIn" onOpen={onOpen} />
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
      <div className={classNames(u.flex, u.wrap, u.gap6)}>{children}</div>
    </section>
  )
}

interface ThumbsProps {
  readonly assets: readonly Asset[]
  /** Which way the tree goes on from each of them; without it they stand alone. */
  readonly side?: Side
  onOpen(id: string): void
}

function Thumbs({ assets, side, onOpen }: ThumbsProps) {
  const { text } = useFormatter()
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? assets : assets.slice(0, SHOWN_FIRST)
  return (
    <>
      {shown.map((asset) => (
        <span key={asset.id} className={styles.limb}>
          <OpenThumb asset={asset} onOpen={onOpen} />
          {side !== undefined && <Limb asset={asset} side={side} depth={DEEPEST} onOpen={onOpen} />}
        </span>
      ))}
      {assets.length > shown.length && (
        <Button kind="quiet" onPress={() => setShowsAll(true)}>
          {text('viewer.showAll', { count: assets.length })}
        </Button>
      )}
    </>
  )
}

type Side = 'madeFrom' | 'usedIn'

/** Further generations that are drawn, and how many of each. */
const DEEPEST = 2
const SHOWN_OF_GENERATION = 3

/** What an asset of the tree was itself made from, or used in. */
function Limb({
  asset: { id },
  side,
  depth,
  onOpen,
}: {
  readonly asset: Asset
  readonly side: Side
  readonly depth: number
  onOpen(id: string): void
}) {
  const { text } = useFormatter()
  const lineage = useQuery('library.lineage', { id }).data
  const assets = lineage?.[side].slice(0, SHOWN_OF_GENERATION) ?? []
  if (assets.length === 0) return null
  return (
    <ul className={classNames(u.column, u.gap4, styles.branch)} aria-label={text(`viewer.tree.${side}`)}>
      {assets.map((asset) => (
        <li key={asset.id} className={styles.limb}>
          <OpenThumb asset={asset} onOpen={onOpen} />
          {depth > 1 && <Limb asset={asset} side={side} depth={depth - 1} onOpen={onOpen} />}
        </li>
      ))}
    </ul>
  )
}

function OpenThumb({ asset, onOpen }: { readonly asset: Asset; onOpen(id: string): void }) {
  const { text } = useFormatter()
  const name = asset.title || asset.prompt || text('gallery.untitled')
  return (
    <button type="button" className={styles.thumb} onClick={() => onOpen(asset.id)}>
      <Thumb id={asset.id} name={name} kind={asset.kind} />
    </button>
  )
}

/** A file of the user that is not an asset and cannot be opened. */
function InputThumb({ id }: { readonly id: string }) {
  const { text } = useFormatter()
  const [isMissing, setMissing] = useState(false)
  return (
    <span className={styles.thumb} title={text(isMissing ? 'viewer.input.gone' : 'viewer.input')}>
      {isMissing ? (
        <ImageOff size={18} strokeWidth={1.75} className={u.quiet} aria-label={text('viewer.input.gone')} />
      ) : (
        <img src={inputUrl(id)} alt={text('viewer.input')} loading="lazy" onError={() => setMissing(true)} />
      )}
    </span>
  )
}
