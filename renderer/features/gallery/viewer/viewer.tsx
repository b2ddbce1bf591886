/** One asset large: the media on the left, its details on the right. */
import '../../../locales/gallery.ts'
import { ChevronRight, CircleAlert, X } from '#renderer/icons.tsx'
import { ChevronLeft, PanelRight } from '../icons.tsx'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import type { Asset } from '#contract/library.ts'
import { useAsset } from '../../../bridge/host.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { DialogPlace } from '../../../ui/dialog.tsx'
import { StateMessage } from '../../../ui/state-message.tsx'
import { useWords } from '../../../ui/text.ts'
import { pressKey } from '../../../ui/use-keys.ts'
import { idAt, indexOf, type Order } from '../order.ts'
import { patched } from '../query.ts'
import { useGallery, useListing, type AssetUses } from '../gallery.ts'
import { Filmstrip } from './filmstrip.tsx'
import { Inspector } from './inspector.tsx'
import { Stage } from './stage.tsx'
import styles from './viewer.module.css'

export interface ViewerProps extends AssetUses {
  readonly assetId: string
  onStep(assetId: string): void
  onClose(): void
}

export function Viewer({ assetId, onStep, onClose, ...actions }: ViewerProps) {
  const { text } = useWords()
  const { changes, listing, display } = useGallery()
  const order = useListing((state) => state.order)
  const [showDetails, setShowDetails] = useState(true)
  const { frame, open } = useFrame(onStep)
  const { asset, problem } = useKnownOrRead(assetId)
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
  const trash = (): void => leaveAfter(changes.move('trash', [assetId]))
  const restore = (): void => leaveAfter(changes.move('restore', [assetId]))
  function showSamePrompt(prompt: string): void {
    display.setState({ isDuplicates: false })
    listing.setFilter(patched({}, { prompt }))
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
          <DialogPlace>
            {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the whole dialog */}
            <div className={styles.frame} ref={frame} tabIndex={-1} onKeyDown={press}>
              <div className={styles.left}>
                <div className={styles.media}>
                  {problem !== null && (
                    <StateMessage icon={CircleAlert} tone="broken" title={text('viewer.broken')}>
                      {problem}
                    </StateMessage>
                  )}
                  {asset !== undefined && (
                    <Stage key={asset.id} asset={asset} frames={{ ...actions, onOpen: open }} />
                  )}
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
                  onOpen={open}
                  onTrash={trash}
                  onRestore={restore}
                  onSamePrompt={showSamePrompt}
                  {...actions}
                />
              )}
            </div>
          </DialogPlace>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The focus is on no button: its tooltip would open, and the first Escape would close the tooltip. */
function useFrame(onStep: ViewerProps['onStep']) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.focus(), [])
  return {
    frame,
    /** From a button that goes away with its asset. */
    open(assetId: string): void {
      onStep(assetId)
      frame.current?.focus()
    },
  }
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

interface KeyTargets extends StepActions {
  readonly asset: Asset | undefined
  onTrash(): void
}

function useViewerKeys(targets: KeyTargets): (event: KeyboardEvent) => void {
  const { asset, before, after, onStep, onDetails, onTrash } = targets
  const { changes } = useGallery()
  const step = (to: string | null) => (): boolean => {
    if (to !== null) onStep(to)
    return to !== null
  }
  const isMirrored = document.documentElement.dir === 'rtl'
  const always = {
    arrowleft: step(isMirrored ? after : before),
    arrowright: step(isMirrored ? before : after),
    'ctrl+z': () => void changes.undo(),
  }
  const actions = asset !== undefined && {
    i: onDetails,
    f: () => void changes.favorite([asset.id], !asset.favorite),
    ...Object.fromEntries(
      [0, 1, 2, 3, 4, 5].map((rating) => [rating, () => void changes.rate([asset.id], rating)]),
    ),
    ...(asset.trashedAt === undefined && { delete: onTrash }),
  }
  return (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea') !== null
    if (!isTyping) pressKey({ ...always, ...actions }, event)
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

/** The asset as the gallery knows it, or as the host does where the gallery does not. */
function useKnownOrRead(id: string): { readonly asset: Asset | undefined; readonly problem: string | null } {
  const { text } = useWords()
  const { details } = useGallery()
  const asset = useAsset(id)
  const [failed, setFailed] = useState<{ readonly id: string; readonly message: string } | null>(null)
  const isKnown = asset !== undefined
  useEffect(() => {
    if (isKnown) return
    let isCurrent = true
    async function read(): Promise<void> {
      const response = await details.read([id])
      if (!isCurrent) return
      if (!response.ok) setFailed({ id, message: response.error.message })
      else if (response.data.length === 0) setFailed({ id, message: text('viewer.gone') })
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [details, id, isKnown, text])
  return { asset, problem: !isKnown && failed?.id === id ? failed.message : null }
}
