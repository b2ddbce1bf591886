/**
 * Lays the batches out as rows, so that only what is near the window is in the page, however large a batch is.
 *
 * The height of a row of results follows from the shape that was asked for, and stays when they arrive: nothing jumps.
 */
import type { Size } from '../../../ui/use-element-size.ts'
import { expectedShape, expectedCount } from '../expected-results.ts'
import { type Batch, type ProblemGroup, problemGroups, type Matrix } from './batches.ts'
import type { Task } from '#contract/tasks.ts'
import { isOpen } from '#contract/rules/task-states.ts'

interface OfBatch {
  readonly key: string
  readonly batch: Batch
  /** What it takes before it is measured, in pixels. */
  readonly height: number
}

export type FeedRow = OfBatch &
  (
    | { readonly kind: 'head'; readonly isFolded: boolean }
    | {
        readonly kind: 'tiles'
        readonly tiles: readonly Tile[]
        readonly tile: Size
      }
    | { readonly kind: 'audio'; readonly tile: Tile }
    | { readonly kind: 'matrix'; readonly matrix: Matrix }
    | { readonly kind: 'problem'; readonly group: ProblemGroup }
  )

const GAP = 6
/** On both sides of a row. */
export const ROW_PADDING = 24
const HEAD_HEIGHT = 50
const AUDIO_HEIGHT = 74
const PROBLEM_HEIGHT = 150
/** Up to this many results stand beside each other, as large as fits. */
const MOST_LARGE = 4
const SMALL_WIDTH = 200

/** `window` is the inner size of the feed, in pixels. */
export function feedRows(
  batches: readonly Batch[],
  folded: ReadonlySet<string>,
  window: Size,
): readonly FeedRow[] {
  return batches.flatMap((batch) => batchRows(batch, folded.has(batch.id), window))
}

function batchRows(batch: Batch, isFolded: boolean, window: Size): readonly FeedRow[] {
  const head: FeedRow = { kind: 'head', key: batch.id, batch, height: HEAD_HEIGHT, isFolded }
  if (isFolded) return [head]
  const problems = problemGroups(batch.tasks).map((group): FeedRow => ({
    kind: 'problem',
    key: `${group.first.id}:problem`,
    batch,
    height: PROBLEM_HEIGHT,
    group,
  }))
  return [head, ...resultRows(batch, window), ...problems]
}

function resultRows(batch: Batch, window: Size): readonly FeedRow[] {
  const { matrix } = batch
  if (matrix !== null)
    return [{ kind: 'matrix', key: `${batch.id}:matrix`, batch, matrix, height: window.height * 0.7 }]
  const tiles = batch.tasks.flatMap(tilesOf)
  if (batch.first.request.mediaType === 'music')
    return tiles.map((tile) => ({ kind: 'audio', key: tile.key, batch, tile, height: AUDIO_HEIGHT }))
  if (tiles.length === 0) return []
  const { columns, tile } = tileLayout(tiles.length, expectedShape(batch.first.request), window)
  return Array.from({ length: Math.ceil(tiles.length / columns) }, (_, row) => ({
    kind: 'tiles',
    key: `${batch.id}:${row}`,
    batch,
    tiles: tiles.slice(row * columns, (row + 1) * columns),
    tile,
    height: tile.height + GAP,
  }))
}

/** Results are as tall as the window has room for, and as wide as the feed allows. */
export function tileLayout(
  count: number,
  shape: number,
  window: Size,
): { readonly columns: number; readonly tile: Size } {
  const room = Math.max(160, window.width - 2 * ROW_PADDING)
  const isNarrow = window.width < 620
  const fitting = Math.max(2, Math.floor((room + GAP) / (SMALL_WIDTH + GAP)))
  const columns = count <= MOST_LARGE ? Math.min(count, isNarrow ? 2 : count) : Math.min(fitting, count)
  const tallest = count === 1 ? clamp(window.height * 0.55, 280, 640) : clamp(window.height * 0.36, 180, 420)
  const height = Math.min(tallest, (room - (columns - 1) * GAP) / columns / shape)
  return { columns, tile: { width: Math.floor(height * shape), height: Math.floor(height) } }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

export interface Tile {
  readonly key: string
  readonly task: Task
  /** null while the result is not there. */
  readonly assetId: string | null
}

/** A task that ended without results takes no place. */
export function tilesOf(task: Task): readonly Tile[] {
  const waiting = isOpen(task.state) || task.state === 'unsaved'
  const places = waiting
    ? Math.max(task.assetIds.length, expectedCount(task.request.options))
    : task.assetIds.length
  return Array.from({ length: places }, (_, index) => ({
    key: `${task.id}:${index}`,
    task,
    assetId: task.assetIds[index] ?? null,
  }))
}
