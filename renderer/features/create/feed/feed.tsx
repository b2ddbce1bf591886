/** The session, newest first. Only what is near the window is in the page. */
import '../../../locales/create.ts'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Asset } from '#contract/library.ts'
import { batchIdOf } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { useHost } from '../../../bridge/host.tsx'
import { Broken } from '../../../ui/state-message.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { type Size, useElementSize } from '../../../ui/use-element-size.ts'
import { rangeWith } from '../../../ui/range-with.ts'
import { NARROW, useMediaQuery } from '../../../ui/use-media-query.ts'
import { BatchCaption } from './batch-caption.tsx'
import styles from './feed.module.css'
import { type BlockRow, type FeedRow, feedRows, holdsKey, tallestIn, type TilesRow } from './feed-rows.ts'
import type { Batch } from './batches.ts'
import { ChangeProblem, HeldLine, FeedBar } from './lines-above.tsx'
import { MatrixGrid } from './matrix/matrix-grid.tsx'
import { ProblemTile, TaskProblem } from './task-problem.tsx'
import { useSession } from './session.ts'
import { FeedTile } from './tiles/feed-tile.tsx'
import { ENOUGH_MADE, Ideas } from './ideas.tsx'
import { keyOf, useScrollAnchor } from './use-scroll-anchor.ts'
import { useCreate, useForm } from '../create-context.ts'
import { FeedSkeleton } from '../feed-skeleton.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

export function Feed() {
  const { text } = useFormatter()
  const { feed } = useCreate()
  const phase = useStore(feed, (state) => state.phase)
  const error = useStore(feed, (state) => state.error)
  const scroller = useRef<HTMLDivElement>(null)
  const window = useElementSize(scroller)
  const { batches, unsent } = useSession()

  useNewestInSight(scroller)

  return (
    <section className={classNames(u.column, u.grow, u.shortens, u.narrows)} aria-label={text('create.feed')}>
      <HeldLine />
      <ChangeProblem />
      {batches.length > 0 && <FeedBar unsent={unsent} />}
      <div className={styles.scroller} ref={scroller}>
        {phase === 'loading' && batches.length === 0 && <FeedSkeleton />}
        {phase === 'failed' && (
          <Broken title={text('create.feed.broken')} onRetry={() => void feed.load()}>
            {error?.message}
          </Broken>
        )}
        {window !== null && <Rows batches={batches} unsent={unsent} window={window} scroller={scroller} />}
        {phase === 'ready' && <Ideas made={countResults(batches)} isEmpty={batches.length === 0} />}
      </div>
    </section>
  )
}

/** How many, up to where it no longer matters. */
function countResults(batches: readonly Batch[]): number {
  let count = 0
  for (const { tasks } of batches) {
    for (const { assetIds } of tasks) count += assetIds.length
    if (count >= ENOUGH_MADE) break
  }
  return count
}

/** A press that the host took is shown; one that it refused leaves the reader where they are. */
function useNewestInSight(scroller: RefObject<HTMLElement | null>): void {
  const { feed } = useCreate()
  const pressId = useForm(({ pressed }) => pressed?.pressId)
  const last = useRef<string>(undefined)
  useEffect(() => {
    const batchId = last.current
    last.current = pressId === undefined ? undefined : batchIdOf(pressId)
    if (pressId !== undefined || batchId === undefined || scroller.current === null) return
    if (feed.getState().tasks.some((task) => task.batchId === batchId)) scroller.current.scrollTo({ top: 0 })
  }, [feed, pressId, scroller])
}

interface RowsProps {
  readonly batches: readonly Batch[]
  readonly unsent: readonly Task[]
  /** The inner size of the feed. */
  readonly window: Size
  readonly scroller: RefObject<HTMLDivElement | null>
}

function Rows({ batches, unsent, window, scroller }: RowsProps) {
  const { feed, folded: folds, zoom } = useCreate()
  const folded = useStore(folds)
  const shapeOf = useShapes(batches)
  const wantedHeight = Math.min(
    zoom.rowHeightAt(useStore(zoom.store, (state) => state.zoom)) * (window.width < WIDE ? 1.4 : 1.6),
    tallestIn(window),
  )
  const isSingle = useMediaQuery(NARROW)
  const rows = useMemo(() => {
    return feedRows(batches, { window, wantedHeight, isSingle, folded, unsent: new Set(unsent), shapeOf })
  }, [batches, window, wantedHeight, isSingle, folded, unsent, shapeOf])
  // What had the focus last stays in the page wherever it is, or the keyboard would be nowhere.
  const [focusedKey, setFocusedKey] = useState<string>()
  const focused = useMemo(
    () => (focusedKey === undefined ? -1 : rows.findIndex((row) => holdsKey(row, focusedKey))),
    [rows, focusedKey],
  )
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not in use
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rows[index]?.height ?? 0,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
    rangeExtractor: (range) => rangeWith(range, focused),
  })
  useScrollAnchor(scroller, virtual, rows)
  useReturn(virtual, rows)
  const items = virtual.getVirtualItems()
  const last = (virtual.range?.endIndex ?? 0) + OVERSCAN
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 6) void feed.loadMore()
  }, [feed, last, rows])
  return (
    <div
      className={u.relative}
      style={{ blockSize: virtual.getTotalSize() }}
      role="presentation"
      onFocus={({ target }) => setFocusedKey((before) => keyOf(target) ?? before)}
    >
      {items.flatMap(({ index, key, start }) => {
        const row = rows[index]
        if (row === undefined) return []
        // Side by side in one list: a result that moves into another row stays the same element.
        if (row.kind === 'tiles') return tilesOfRow(row, start)
        return [
          <div
            key={key}
            data-key={key}
            data-index={index}
            ref={virtual.measureElement}
            className={classNames(styles.row, row.kind === 'head' && styles.head)}
            style={{ insetBlockStart: start }}
          >
            {/* As a caption of a row of results is: who folds a press keeps the focus. */}
            {row.kind === 'head' ? (
              <BatchCaption batch={row.batch} isFolded={row.isFolded} isAlone={row.isAlone} />
            ) : (
              <Block row={row} window={window} />
            )}
          </div>,
        ]
      })}
    </div>
  )
}

/** Who comes back from a result that was opened here finds it in sight; its tile takes the focus. */
function useReturn(virtual: Virtualizer<HTMLDivElement, Element>, rows: readonly FeedRow[]): void {
  const { opened } = useCreate()
  const [wanted] = useState(() => opened.getState())
  const isDone = useRef(wanted === null)
  useEffect(() => {
    if (isDone.current) return
    const index = rows.findIndex((row) => holdsAsset(row, wanted))
    if (index < 0) return
    isDone.current = true
    virtual.scrollToIndex(index, { align: 'center' })
  }, [virtual, rows, wanted])
}

function holdsAsset(row: FeedRow, assetId: string | null): boolean {
  if (row.kind !== 'tiles')
    return row.batch.tasks.some(({ assetIds }) => assetIds.some((id) => id === assetId))
  return row.cells.some(({ content }) => 'assetId' in content && content.assetId === assetId)
}

/** Rows on either side of what is in sight. */
const OVERSCAN = 2

/** From this width on results are somewhat larger. */
const WIDE = 1_000

/** The shapes of results, as far as the host has told them: at once of those that were told before. */
function useShapes(batches: readonly Batch[]): (assetId: string) => number | null {
  const { assets } = useHost()
  const [known] = useState(() => new Map<string, number | null>())
  const [reads, setReads] = useState(0)
  useEffect(() => {
    const ids = batches.flatMap(({ tasks }) => tasks.flatMap(({ assetIds }) => assetIds))
    const unknown = ids.filter((id) => !known.has(id))
    async function read(): Promise<void> {
      const response = await assets.read(unknown)
      if (!response.ok) return
      // What the host does not know is not asked for again.
      for (const id of unknown) known.set(id, null)
      for (const asset of response.data) known.set(asset.id, shapeOf(asset))
      setReads((count) => count + 1)
    }
    if (unknown.length > 0) void read()
  }, [assets, batches, known])
  return useCallback(
    (assetId) => known.get(assetId) ?? shapeOf(assets.get(assetId)),
    // oxlint-disable-next-line react/exhaustive-deps -- each read adds to what is known
    [assets, known, reads],
  )
}

function shapeOf({ width = 0, height = 0 }: Partial<Asset> = {}): number | null {
  return width > 0 && height > 0 ? width / height : null
}

function tilesOfRow({ cells, captions, tileHeight, captionHeight }: TilesRow, start: number) {
  const top = start + captionHeight
  return [
    ...captions.map(({ batch, x, width }) => (
      <div
        key={batch.id}
        data-key={batch.id}
        className={u.absolute}
        style={{ insetBlockStart: start, insetInlineStart: x, inlineSize: width, blockSize: captionHeight }}
      >
        <BatchCaption batch={batch} />
      </div>
    )),
    ...cells.map(({ key, content, x, width }) => (
      <div
        key={key}
        data-key={key}
        className={u.absolute}
        style={{ insetBlockStart: top, insetInlineStart: x, inlineSize: width, blockSize: tileHeight }}
      >
        {'tasks' in content ? (
          <ProblemTile group={content} isSmall={width < 220 || tileHeight < 160} />
        ) : (
          <FeedTile tile={content} isSmall={width < 260 && tileHeight < 260} isTooSmall={width < 120} />
        )}
      </div>
    )),
  ]
}

type BlockProps = { readonly row: Exclude<BlockRow, { kind: 'head' }>; readonly window: Size }

function Block({ row, window }: BlockProps) {
  switch (row.kind) {
    case 'audio':
      return (
        <div className={styles.audio}>
          <FeedTile tile={row.tile} isSmall={false} />
        </div>
      )
    case 'matrix':
      return <MatrixGrid batch={row.batch} matrix={row.matrix} window={window} />
    case 'problem':
      return (
        <div className={styles.problem}>
          <TaskProblem group={row.group} />
        </div>
      )
  }
}
