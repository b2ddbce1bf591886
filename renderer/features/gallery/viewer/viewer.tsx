/** Looks closely at one asset: the media on the left, everything known about it on the right. */
import { ChevronLeft, ChevronRight, CircleAlert, PanelRight, X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { useStore } from 'zustand'
import type { Asset } from '#contract/asset.ts'
import { useHost } from '../../../bridge/host.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { StateMessage } from '../../../ui/state-message.tsx'
import { useWords } from '../../../ui/text.ts'
import type { GalleryStore } from '../gallery-store.ts'
import { Inspector } from './inspector.tsx'
import { Stage } from './stage.tsx'
import styles from './viewer.module.css'

export interface ViewerProps {
  readonly gallery: GalleryStore
  readonly assetId: string
  onStep(assetId: string): void
  onClose(): void
  onRemix(asset: Asset): void
  onUseAsInput(asset: Asset): void
  onOpenTask(taskId: string): void
}

export function Viewer({ gallery, assetId, onStep, onClose, ...actions }: ViewerProps) {
  const { text } = useWords()
  const assets = useStore(gallery, (state) => state.assets)
  const [showFacts, setShowFacts] = useState(true)
  // The focus is on no button: its tooltip would open, and take the first Escape for itself.
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.focus(), [])
  const { asset, problem } = useAsset(gallery, assetId)
  const at = assets.findIndex(({ id }) => id === assetId)
  const before = at > 0 ? assets[at - 1] : undefined
  const after = at >= 0 ? assets[at + 1] : undefined

  useEffect(() => {
    if (at >= assets.length - 5) void gallery.getState().loadMore()
  }, [gallery, at, assets.length])

  function press(event: KeyboardEvent): void {
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea, video, audio')) return
    const isMirrored = document.documentElement.dir === 'rtl'
    const next = { ArrowLeft: isMirrored ? after : before, ArrowRight: isMirrored ? before : after }[
      event.key
    ]
    const { update, move } = gallery.getState()
    if (next !== undefined) onStep(next.id)
    else if (asset === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    else if (event.key === 'i') setShowFacts(!showFacts)
    else if (event.key === 'f') void update([asset.id], { favorite: !asset.favorite })
    else if (/^[0-5]$/.test(event.key)) void update([asset.id], { rating: Number(event.key) })
    else if (event.key === 'Delete') void move('trash', [asset.id]).then(() => leaveTrashed())
    else return
    event.preventDefault()
  }

  function leaveTrashed(): void {
    const neighbour = after ?? before
    if (neighbour === undefined) onClose()
    else onStep(neighbour.id)
  }

  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && onClose()} className={classNames(styles.overlay)}>
      <Modal className={classNames(styles.modal)}>
        <Dialog
          aria-label={asset?.title ?? asset?.prompt ?? text('viewer.title')}
          className={classNames(styles.viewer, showFacts && styles.withFacts)}
        >
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the whole dialog */}
          <div className={styles.frame} ref={frame} tabIndex={-1} onKeyDown={press}>
            <div className={styles.media}>
              {problem !== null && (
                <StateMessage icon={CircleAlert} tone="broken" title={text('viewer.broken')}>
                  {problem}
                </StateMessage>
              )}
              {asset !== undefined && <Stage key={asset.id} asset={asset} />}
              <div className={styles.top}>
                <IconButton icon={X} label={text('viewer.close')} shortcut="Esc" onPress={onClose} />
                <IconButton
                  icon={PanelRight}
                  label={text('viewer.facts')}
                  shortcut="I"
                  onPress={() => setShowFacts(!showFacts)}
                />
              </div>
              <IconButton
                icon={ChevronLeft}
                label={text('viewer.previous')}
                shortcut="←"
                className={classNames(styles.step, styles.previous)}
                isDisabled={before === undefined}
                onPress={() => before !== undefined && onStep(before.id)}
              />
              <IconButton
                icon={ChevronRight}
                label={text('viewer.next')}
                shortcut="→"
                className={classNames(styles.step, styles.next)}
                isDisabled={after === undefined}
                onPress={() => after !== undefined && onStep(after.id)}
              />
            </div>
            {showFacts && asset !== undefined && (
              <Inspector asset={asset} gallery={gallery} onTrashed={leaveTrashed} {...actions} />
            )}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The asset from the grid, or from the host where the grid does not hold it. */
function useAsset(gallery: GalleryStore, id: string): { asset: Asset | undefined; problem: string | null } {
  const { bridge } = useHost()
  const listed = useStore(gallery, (state) => state.assets.find((asset) => asset.id === id))
  const [fetched, setFetched] = useState<Asset | undefined>()
  const [failed, setFailed] = useState<{ readonly id: string; readonly message: string } | null>(null)
  const isListed = listed !== undefined
  useEffect(() => {
    if (isListed) return
    let isCurrent = true
    async function load(): Promise<void> {
      const answer = await bridge.call('library.get', { id })
      if (!isCurrent) return
      if (answer.ok) setFetched(answer.data)
      else setFailed({ id, message: answer.error.message })
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [bridge, id, isListed])
  const asset = listed ?? (fetched?.id === id ? fetched : undefined)
  return { asset, problem: asset === undefined && failed?.id === id ? failed.message : null }
}
