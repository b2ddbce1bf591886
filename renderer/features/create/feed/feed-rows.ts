/**
 * Lays the session out as justified rows, so that only what is near the window is in the page, however long it is. Presses of
 * one result share a row, a press of several has rows of its own; what is no image in a row (a matrix, tracks, a folded press)
 * takes the whole width.
 *
 * The place of a result follows from the shape that was asked for, and from its own once it is known.
 */
import { cellsOf, firstOf, layRows, rowHeight } from '../../../ui/justified-rows.ts'
import type { Size } from '../../../ui/use-element-size.ts'
import { expectedShape, expectedCount } from '../expected-results.ts'
import { type Batch, type ProblemGroup, problemGroups, type Matrix } from './batches.ts'
import type { Task } from '#contract/tasks.ts'
import { isOpen } from '#contract/rules/task-states.ts'

interface Row {
  readonly key: string
  /** What it takes before it is measured, in pixels. */
  readonly height: number
}

/** From the start edge of the feed, in pixels. */
interface Span {
  readonly x: number
  readonly width: number
}

export interface TileCell extends Span {
  readonly key: string
  readonly batch: Batch
  readonly content: Tile | ProblemGroup
}

type Placeable = Omit<TileCell, keyof Span>

export interface TilesRow extends Row {
  readonly kind: 'tiles'
  readonly cells: readonly TileCell[]
  /** Of the presses that begin in this row, each above its own. */
  readonly captions: readonly (Span & { readonly batch: Batch })[]
  /** In pixels; above the cells is what the captions need. */
  readonly tileHeight: number
  readonly captionHeight: number
}

export type BlockRow = Row & { readonly batch: Batch } &
  /** `isAlone`: nothing below it says how far the press is. */
  (
    | { readonly kind: 'head'; readonly isFolded: boolean; readonly isAlone: boolean }
    | { readonly kind: 'audio'; readonly tile: Tile }
    | { readonly kind: 'matrix'; readonly matrix: Matrix }
    | { readonly kind: 'problem'; readonly group: ProblemGroup }
  )

export type FeedRow = TilesRow | BlockRow

/** Whether what has this key in the page stands in the row: the row itself, a result, or the caption of a press. */
export function holdsKey(row: FeedRow, key: string): boolean {
  if (row.kind !== 'tiles') return row.key === key
  return row.cells.some((cell) => cell.key === key) || row.captions.some(({ batch }) => batch.id === key)
}

export interface FeedLayout {
  /** The inner size of the feed, in pixels. */
  readonly window: Size
  /** Of a row, in pixels. */
  readonly wantedHeight: number
  readonly folded: ReadonlySet<string>
  /** Each result has a row to itself. */
  readonly isSingle?: boolean
  /** Tasks that have no place here: they stand in the line of those that wait. */
  readonly unsent: ReadonlySet<Task>
  /** Width divided by height; null where it is not known. */
  shapeOf(assetId: string): number | null
}

const GAP = 6
/** On both sides of a row. */
export const ROW_PADDING = 20
const CAPTION_HEIGHT = 32
const AUDIO_HEIGHT = 74
const PROBLEM_HEIGHT = 150
/** A failure needs room for its words. */
const PROBLEM_WIDTH = 300

export function feedRows(batches: readonly Batch[], layout: FeedLayout): readonly FeedRow[] {
  const rows: FeedRow[] = []
  /** Of presses in a row that have one result each. */
  let singles: Placeable[] = []
  for (const batch of batches) {
    const blocks = blockRows(batch, layout)
    const cells = blocks === null ? cellsIn(batch, layout) : []
    if (blocks === null && cells.length <= 1 && batch.tasks.length === 1) {
      singles.push(...cells)
      continue
    }
    rows.push(...tilesRows(singles, layout), ...(blocks ?? tilesRows(cells, inOneRow(cells, layout))))
    singles = []
  }
  const isSole = batches.length === 1 && singles.length === 1
  return [...rows, ...tilesRows(singles, isSole ? filling(singles, layout) : layout)]
}

/** How much of the window a result takes that is alone in the feed: what is below stays in sight. */
const SOLE_SHARE = 0.72

function filling([cell]: readonly Placeable[], layout: FeedLayout): FeedLayout {
  const { wantedHeight, window } = layout
  if (cell === undefined || 'tasks' in cell.content) return layout
  return { ...layout, wantedHeight: Math.max(wantedHeight, Math.floor(window.height * SOLE_SHARE)) }
}

/** How much smaller than wanted the results of a press may be so that all stand beside each other. */
const MIN_SHARE = 0.6

/** The height at which they fill one row, where that is not too low. */
function inOneRow(cells: readonly Placeable[], layout: FeedLayout): FeedLayout {
  const shapes = cells.reduce((sum, { content }) => sum + shapeOfContent(content, layout), 0)
  const height = Math.floor((widthOf(layout) - GAP * (cells.length - 1)) / shapes)
  const fits = height < layout.wantedHeight && height >= layout.wantedHeight * MIN_SHARE
  return fits ? { ...layout, wantedHeight: height } : layout
}

/** The width that a row has for its cells. */
function widthOf({ window }: FeedLayout): number {
  return Math.max(160, window.width - 2 * ROW_PADDING)
}

/** null where the results of the press stand among those of others. */
function blockRows(batch: Batch, { window, folded, unsent }: FeedLayout): readonly FeedRow[] | null {
  const isFolded = folded.has(batch.id)
  const head: FeedRow = {
    kind: 'head',
    key: batch.id,
    batch,
    height: CAPTION_HEIGHT,
    isFolded,
    isAlone: isFolded,
  }
  if (isFolded) return [head]
  const problems = problemGroups(batch.tasks).map((group): FeedRow => ({
    kind: 'problem',
    key: `${group.first.id}:problem`,
    batch,
    height: PROBLEM_HEIGHT,
    group,
  }))
  const { matrix } = batch
  if (matrix !== null) {
    const key = `${batch.id}:matrix`
    return [head, { kind: 'matrix', key, batch, matrix, height: window.height * 0.7 }, ...problems]
  }
  const sent = batch.tasks.filter((task) => !unsent.has(task))
  if (sent.length === 0) return null
  const tiles = sent.flatMap((task) => tilesOf(task, batch.tellers.has(task)))
  if (batch.first.request.mediaType === 'music') {
    const audio = tiles.map((tile): FeedRow => {
      return { kind: 'audio', key: tile.key, batch, tile, height: AUDIO_HEIGHT }
    })
    return [head, ...audio, ...problems]
  }
  return tiles.length === 0 && problems.length === 0 ? [{ ...head, isAlone: true }] : null
}

function cellsIn(batch: Batch, { unsent }: FeedLayout): readonly Placeable[] {
  const groups = new Map(problemGroups(batch.tasks).map((group) => [group.first, group]))
  return batch.tasks.flatMap((task) => {
    if (unsent.has(task)) return []
    const group = groups.get(task)
    const tiles = tilesOf(task, batch.tellers.has(task)).filter(
      ({ assetId }) => assetId !== null || group === undefined,
    )
    return [
      ...tiles.map((tile) => ({ key: tile.key, batch, content: tile })),
      ...(group === undefined ? [] : [{ key: `${task.id}:problem`, batch, content: group }]),
    ]
  })
}

function tilesRows(cells: readonly Placeable[], layout: FeedLayout): readonly TilesRow[] {
  const { wantedHeight, isSingle = false } = layout
  if (isSingle)
    return cells.map((cell, at) => {
      const { width, height } = sizeOf(cell, layout)
      return tilesRow([{ ...cell, x: ROW_PADDING, width }], height, cells[at - 1]?.batch)
    })
  const shapes = Uint16Array.from(cells, ({ content }) => Math.round(shapeOfContent(content, layout) * 1_000))
  const rows = layRows(shapes, widthOf(layout), wantedHeight, GAP)
  return Array.from({ length: rows.count }, (_, at) => {
    const placed = cellsOf(rows, shapes, at).flatMap(({ index, x, width }): TileCell[] => {
      const cell = cells[index]
      return cell === undefined ? [] : [{ ...cell, x: x + ROW_PADDING, width }]
    })
    return tilesRow(placed, rowHeight(rows, at), cells[firstOf(rows, at) - 1]?.batch)
  })
}

function tilesRow(cells: readonly TileCell[], wanted: number, before: Batch | undefined): TilesRow {
  const hasPictures = cells.some(({ content }) => !('tasks' in content))
  const isWide = cells.every(({ width }) => width >= WIDE_PROBLEM)
  const tileHeight = hasPictures
    ? wanted
    : Math.min(wanted, isWide ? FLAT_PROBLEM_HEIGHT : PROBLEM_TILE_HEIGHT)
  const captions = captionsOf(cells, before)
  const captionHeight = captions.length === 0 ? 0 : CAPTION_HEIGHT
  const height = captionHeight + tileHeight + GAP
  return { kind: 'tiles', key: `tiles:${cells[0]?.key}`, cells, captions, tileHeight, captionHeight, height }
}

/** Of a row of problems alone: seven lines of what happened, and the buttons. */
const PROBLEM_TILE_HEIGHT = 200
/** Where the same words take four lines. */
const WIDE_PROBLEM = 380
const FLAT_PROBLEM_HEIGHT = 160

/** As wide as the row, and no higher than what is in sight of the feed. */
function sizeOf({ content }: Placeable, layout: FeedLayout): Size {
  const shape = shapeOfContent(content, layout)
  const width = Math.min(widthOf(layout), shape * tallestIn(layout.window))
  return { width: Math.round(width), height: Math.round(width / shape) }
}

/** The height of a tile that is in sight as a whole, with its caption. */
export function tallestIn({ height }: Size): number {
  return Math.max(200, height - 80)
}

/** `before` is the press that the row above ends with: one that goes on has its caption there. */
function captionsOf(cells: readonly TileCell[], before: Batch | undefined): TilesRow['captions'] {
  return Array.from(Map.groupBy(cells, ({ batch }) => batch)).flatMap(([batch, own]) => {
    const [first, last] = [own[0], own.at(-1)]
    if (batch === before || first === undefined || last === undefined) return []
    return [{ batch, x: first.x, width: last.x + last.width - first.x }]
  })
}

function shapeOfContent(content: TileCell['content'], { wantedHeight, shapeOf }: FeedLayout): number {
  if ('tasks' in content)
    return Math.max(expectedShape(content.first.request), Math.min(1.8, PROBLEM_WIDTH / wantedHeight))
  const { assetId, task } = content
  return (assetId === null ? null : shapeOf(assetId)) ?? expectedShape(task.request)
}

export interface Tile {
  readonly key: string
  readonly task: Task
  /** null while the result is not there. */
  readonly assetId: string | null
  /** The first place of its task that waits. */
  readonly isFirst: boolean
  /** Says what its task does, which others of the press may do as well. */
  readonly isTelling: boolean
}

/** A task that ended without results takes no place. */
export function tilesOf(task: Task, isTelling: boolean): readonly Tile[] {
  const waiting = isOpen(task.state) || task.state === 'unsaved'
  const places = waiting
    ? Math.max(task.assetIds.length, expectedCount(task.request.options))
    : task.assetIds.length
  return Array.from({ length: places }, (_, index) => {
    const isFirst = index === task.assetIds.length
    return {
      key: `${task.id}:${index}`,
      task,
      assetId: task.assetIds[index] ?? null,
      isFirst,
      isTelling: isFirst && isTelling,
    }
  })
}
