/** Compares two to four assets side by side: one zoom, one playback, and the parameters in which they differ. */
import { ListTree, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useWords } from '../../../ui/text.ts'
import { ComparePane } from './compare-pane.tsx'
import styles from './compare.module.css'
import { DifferenceTable } from './difference-table.tsx'
import { createPlayback } from './playback.ts'
import { PlaybackControls } from './playback-controls.tsx'
import { useAssets } from './use-asset.ts'
import { usePlaybackKeys } from './use-playback-keys.ts'
import viewerStyles from './viewer.module.css'
import { FITTED, type View } from './zoom.ts'

export function CompareView({ ids, onClose }: { readonly ids: readonly string[]; onClose(): void }) {
  const { text } = useWords()
  const assets = useAssets(ids)
  const [view, setView] = useState<View>(FITTED)
  const [showsDifferences, setShowsDifferences] = useState(true)
  const playbacks = useMemo(() => ids.map(() => createPlayback()), [ids])
  const moving = playbacks.filter((_, at) => assets[at]?.kind === 'video' || assets[at]?.kind === 'audio')
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.focus(), [])
  usePlaybackKeys(playbacks)
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && onClose()}
      className={classNames(viewerStyles.overlay)}
    >
      <Modal className={classNames(viewerStyles.modal)}>
        <Dialog aria-label={text('gallery.compare')} className={classNames(styles.compare)}>
          <div ref={frame} tabIndex={-1} className={styles.head}>
            <IconButton icon={X} label={text('viewer.close')} shortcut="Esc" onPress={onClose} />
            <h2>{text('gallery.compare.title', { count: assets.length })}</h2>
            <IconButton
              icon={ListTree}
              label={text('gallery.compare.differences')}
              aria-expanded={showsDifferences}
              onPress={() => setShowsDifferences(!showsDifferences)}
            />
          </div>
          <div
            className={styles.panes}
            style={{ gridTemplateColumns: `repeat(${columns(assets.length)}, 1fr)` }}
          >
            {assets.map((asset, at) => {
              const playback = playbacks[at]
              return (
                playback !== undefined && (
                  <ComparePane
                    key={asset.id}
                    asset={asset}
                    place={at + 1}
                    playback={playback}
                    view={view}
                    onView={setView}
                  />
                )
              )
            })}
          </div>
          {moving.length > 0 && (
            <div className={styles.playbacks}>
              <PlaybackControls playbacks={moving} hasFrames />
            </div>
          )}
          {showsDifferences && assets.length > 1 && <DifferenceTable assets={assets} />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Four stand two by two. */
function columns(count: number): number {
  return count === 4 ? 2 : Math.max(1, count)
}
