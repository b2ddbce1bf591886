/** One asset large: the media on the left, its details on the right. */
import '../../../locales/gallery.ts'
import { ChevronLeft, ChevronRight, X } from '#renderer/icons.tsx'
import { PanelRight } from '../icons.tsx'
import { useEffect, useState } from 'react'
import type { Asset } from '#contract/library.ts'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Sheet } from '#renderer/ui/sheet.tsx'
import { Broken } from '#renderer/ui/state-message.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { NARROW, useMediaQuery } from '../../../ui/use-media-query.ts'
import { ratingKeys, type KeyActions } from '../../../ui/use-keys.ts'
import { NoticesOnTop } from '../foot/notices.tsx'
import { useGallery, useListing, type AssetUses } from '../gallery.ts'
import { idAt, indexOf, type Order } from '../order.ts'
import { patched } from '../query.ts'
import { Filmstrip } from './filmstrip.tsx'
import { Inspector } from './inspector.tsx'
import { Stage } from './stage.tsx'
import styles from './viewer.module.css'
import { useKnownOrRead, Window } from './window.tsx'
import u from '#renderer/ui/utilities.module.css'

export interface ViewerProps extends AssetUses {
  readonly assetId: string
  onStep(assetId: string): void
  onClose(): void
}

export function Viewer({ assetId, onStep, onClose, ...actions }: ViewerProps) {
  const { text } = useFormatter()
  const { changes, listing, display } = useGallery()
  const order = useListing((state) => state.order)
  const details = useDetails()
  const { asset, problem } = useKnownOrRead(assetId)
  const at = indexOf(order, assetId)
  const { before, after } = useNeighbours(order, at)

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
  const keys = useViewerKeys({ asset, before, after, onStep, onDetails: details.toggle, onTrash: trash })
  const facts = asset !== undefined && (
    <Inspector
      asset={asset}
      onOpen={onStep}
      onTrash={trash}
      onRestore={restore}
      onSamePrompt={showSamePrompt}
      {...actions}
    />
  )
  return (
    <Window
      kind="viewer"
      label={asset?.title || asset?.prompt || text('viewer.title')}
      keys={keys}
      className={classNames(styles.viewer, details.isOpen && !details.isNarrow && styles.withFacts)}
      onClose={onClose}
    >
      <div className={classNames(u.grid, u.narrows, u.shortens, u.well, styles.left)}>
        <div className={classNames(u.relative, u.narrows, u.shortens, u.clip)}>
          {problem !== null && <Broken title={text('viewer.broken')}>{problem}</Broken>}
          {asset !== undefined && (
            <Stage key={asset.id} asset={asset} frames={{ ...actions, onOpen: onStep }} />
          )}
          <Buttons
            before={before}
            after={after}
            onStep={onStep}
            onClose={onClose}
            onDetails={details.toggle}
          />
          <NoticesOnTop />
        </div>
        {at >= 0 && order.count > 1 && <Filmstrip at={at} onStep={onStep} />}
      </div>
      {details.isOpen && details.isNarrow && (
        <Sheet title={text('viewer.facts')} onClose={details.toggle}>
          {facts}
        </Sheet>
      )}
      {details.isOpen && !details.isNarrow && facts}
    </Window>
  )
}

/** Beside the media; where it is narrow over it, and closed at first. */
function useDetails() {
  const isNarrow = useMediaQuery(NARROW)
  const [state, setState] = useState({ isNarrow, isOpen: !isNarrow })
  if (state.isNarrow !== isNarrow) setState({ isNarrow, isOpen: !isNarrow })
  return { ...state, toggle: () => setState({ isNarrow, isOpen: !state.isOpen }) }
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

function useViewerKeys(targets: KeyTargets): KeyActions {
  const { asset, before, after, onStep, onDetails, onTrash } = targets
  const { changes } = useGallery()
  const step = (to: string | null) => (): boolean => {
    if (to !== null) onStep(to)
    return to !== null
  }
  const isMirrored = document.documentElement.dir === 'rtl'
  return {
    arrowleft: step(isMirrored ? after : before),
    arrowright: step(isMirrored ? before : after),
    'ctrl+z': () => void changes.undo(),
    ...(asset !== undefined && {
      i: onDetails,
      f: () => void changes.favorite([asset.id], !asset.favorite),
      ...ratingKeys((rating) => void changes.rate([asset.id], rating)),
      ...(asset.trashedAt === undefined && { delete: onTrash, backspace: onTrash }),
    }),
  }
}

function Buttons({ before, after, onStep, onClose, onDetails }: StepActions & { onClose(): void }) {
  const { text } = useFormatter()
  return (
    <>
      <div className={classNames(u.absolute, u.flex, u.between, styles.top)}>
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
