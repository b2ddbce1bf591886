/** One asset large: the media on the left, its details on the right. */
import { ChevronLeft, ChevronRight, CircleAlert, PanelRight, X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import type { Asset } from '#contract/library.ts'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import type { InputScene } from '../../../ui/scenes.ts'
import { StateMessage } from '../../../ui/state-message.tsx'
import { useWords } from '../../../ui/text.ts'
import { idAt, indexOf, type Order } from '../order.ts'
import { patched } from '../query.ts'
import { useGallery, useListing } from '../use-gallery.ts'
import { Filmstrip } from './filmstrip.tsx'
import { Inspector } from './inspector.tsx'
import { Stage } from './stage.tsx'
import { useAsset } from './use-asset.ts'
import styles from './viewer.module.css'

export interface ViewerProps {
  readonly assetId: string
  onStep(assetId: string): void
  onClose(): void
  onRemix(asset: Asset): void
  onVary(asset: Asset): void
  onUseAsInput(assets: readonly Asset[], scene: InputScene): void
  onOpenTask(taskId: string): void
}

export function Viewer({ assetId, onStep, onClose, ...actions }: ViewerProps) {
  const { text } = useWords()
  const { changes, listing, display } = useGallery()
  const order = useListing((state) => state.order)
  const [showDetails, setShowDetails] = useState(true)
  // The focus is on no button: its tooltip would open, and the first Escape would close the tooltip.
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.focus(), [])
  const { asset, problem } = useAsset(assetId)
  const at = indexOf(order, assetId)
  const { before, after } = useNeighbours(order, at)
  const toggleDetails = (): void => setShowDetails(!showDetails)

  /** Steps first: a trashed asset leaves the order. */
  function leaveAfter(change: Promise<void>): void {
    void change
    const neighbour = after ?? before
    if (neighbour === null) onClose()
    else onStep(neighbour)
  }
  const trash = (): void => leaveAfter(changes.getState().trash([assetId]))
  const restore = (): void => leaveAfter(changes.getState().restore([assetId]))
  function showSamePrompt(prompt: string): void {
    display.getState().showDuplicates(false)
    listing.getState().setFilter(patched({}, { prompt }))
    onClose()
  }
  const press = useViewerKeys({ asset, before, after, onStep, onDetails: toggleDetails, onTrash: trash })
  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && onClose()} className={classNames(styles.overlay)}>
      <Modal className={classNames(styles.modal)}>
        <Dialog
          aria-label={asset?.title || asset?.prompt || text('viewer.title')}
          className={classNames(styles.viewer, showDetails && styles.withFacts)}
        >
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the whole dialog */}
          <div className={styles.frame} ref={frame} tabIndex={-1} onKeyDown={press}>
            <div className={styles.left}>
              <div className={styles.media}>
                {problem !== null && (
                  <StateMessage icon={CircleAlert} tone="broken" title={text('viewer.broken')}>
                    {problem}
                  </StateMessage>
                )}
                {asset !== undefined && <Stage key={asset.id} asset={asset} />}
                <Buttons
                  before={before}
                  after={after}
                  onStep={onStep}
                  onClose={onClose}
                  onDetails={toggleDetails}
                />
              </div>
              {at >= 0 && order.count > 1 && <Filmstrip at={at} onStep={onStep} />}
            </div>
            {showDetails && asset !== undefined && (
              <Inspector
                asset={asset}
                onOpen={onStep}
                onTrash={trash}
                onRestore={restore}
                onSamePrompt={showSamePrompt}
                {...actions}
              />
            )}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

interface Neighbours {
  readonly before: string | null
  readonly after: string | null
}

/** The assets before and after place `at`, read ahead. */
function useNeighbours(order: Order, at: number): Neighbours {
  const { details } = useGallery()
  const before = at > 0 ? idAt(order, at - 1) : null
  const after = at >= 0 && at + 1 < order.count ? idAt(order, at + 1) : null
  useEffect(() => {
    const ids = [before, after].filter((id) => id !== null)
    if (ids.length > 0) void details.read(ids)
  }, [details, before, after])
  return { before, after }
}

interface StepActions extends Neighbours {
  onStep(assetId: string): void
  onDetails(): void
}

interface KeyActions extends StepActions {
  readonly asset: Asset | undefined
  onTrash(): void
}

function useViewerKeys(actions: KeyActions): (event: KeyboardEvent) => void {
  const { asset, before, after, onStep, onDetails, onTrash } = actions
  const { changes } = useGallery()
  return (event) => {
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea') !== null) return
    const isMirrored = document.documentElement.dir === 'rtl'
    const next =
      { ArrowLeft: isMirrored ? after : before, ArrowRight: isMirrored ? before : after }[event.key] ?? null
    const { undo, favorite, rate } = changes.getState()
    if ((event.ctrlKey || event.metaKey) && event.key === 'z') void undo()
    else if (event.ctrlKey || event.metaKey || event.altKey) return
    else if (next !== null) onStep(next)
    else if (asset === undefined) return
    else if (event.key === 'i') onDetails()
    else if (event.key === 'f') void favorite([asset.id], !asset.favorite)
    else if (/^[0-5]$/.test(event.key)) void rate([asset.id], Number(event.key))
    else if (event.key === 'Delete' && asset.trashedAt === undefined) onTrash()
    else return
    event.preventDefault()
  }
}

function Buttons({ before, after, onStep, onClose, onDetails }: StepActions & { onClose(): void }) {
  const { text } = useWords()
  return (
    <>
      <div className={styles.top}>
        <IconButton icon={X} label={text('viewer.close')} shortcut="Esc" onPress={onClose} />
        <IconButton icon={PanelRight} label={text('viewer.facts')} shortcut="I" onPress={onDetails} />
      </div>
      <IconButton
        icon={ChevronLeft}
        label={text('viewer.previous')}
        shortcut="←"
        className={classNames(styles.step, styles.previous)}
        isDisabled={before === null}
        onPress={() => before !== null && onStep(before)}
      />
      <IconButton
        icon={ChevronRight}
        label={text('viewer.next')}
        shortcut="→"
        className={classNames(styles.step, styles.next)}
        isDisabled={after === null}
        onPress={() => after !== null && onStep(after)}
      />
    </>
  )
}
