import { describe, expect, it } from 'vitest'
import type { Task } from '#contract/tasks.ts'
import {
  batchProgress,
  createGrouping,
  problemGroups,
  matrixOf,
} from '#renderer/features/create/feed/batches.ts'
import { backdropOf } from '#renderer/features/create/feed/tiles/waiting-tile.tsx'
import { feedRows, type FeedRow, type FeedLayout } from '#renderer/features/create/feed/feed-rows.ts'
import {
  MAX_SIDE,
  layoutImage,
  MAX_PIXELS,
  type ImageNeeds,
} from '#renderer/features/create/feed/matrix/save-matrix.tsx'

function task(
  id: string,
  patch: Partial<Omit<Task, 'request'>> & { readonly request?: Partial<Task['request']> } = {},
): Task {
  return {
    id,
    batchId: 'b',
    profileId: 'p',
    state: 'running',
    createdAt: 1,
    updatedAt: 1,
    polls: 0,
    assetIds: [],
    ...patch,
    request: {
      provider: 'studio',
      mediaType: 'image',
      model: 'ink',
      scene: 'text-to-image',
      prompt: 'a fox',
      ...patch.request,
    },
  }
}

const at = (id: string, ...values: readonly string[]): Task =>
  task(id, {
    request: {
      provenance: {
        cell: values.map((value, axis) => ({ axis: ['model', 'size', 'seed'][axis] ?? '', value })),
      },
    },
  })

const WINDOW = { width: 1_000, height: 800 }

describe('batches', () => {
  it('stand in the order they were asked for, and stay the same objects where nothing changed', () => {
    const group = createGrouping()
    const old = task('old', { batchId: 'a' })
    const [second, first] = [task('2'), task('1')]
    const before = group([second, first, old])
    expect(before.map(({ id, tasks }) => [id, tasks.map((one) => one.id)])).toEqual([
      ['b', ['1', '2']],
      ['a', ['old']],
    ])
    const after = group([task('2', { state: 'saved' }), first, old])
    expect(after[1]).toBe(before[1])
    expect(after[0]).not.toBe(before[0])
  })
})

describe('a matrix', () => {
  it('is found by the places of its tasks, repetitions in one of them', () => {
    const tasks = [at('1', 'ink', '1K'), at('2', 'ink', '1K'), at('3', 'ink', '2K'), at('4', 'oil', '2K')]
    const matrix = matrixOf(tasks)
    expect([matrix?.columns, matrix?.rows, matrix?.pages]).toEqual([
      { name: 'model', values: ['ink', 'oil'] },
      { name: 'size', values: ['1K', '2K'] },
      null,
    ])
    const ids = (column: number, row: number) => matrix?.tasksAt(column, row, 0).map(({ id }) => id)
    expect([ids(0, 0), ids(0, 1), ids(1, 0), ids(1, 1)]).toEqual([['1', '2'], ['3'], [], ['4']])
  })
  it('turns pages with a third axis, and has one row with a single one', () => {
    const paged = matrixOf([at('1', 'ink', '1K', '7'), at('2', 'ink', '1K', '8')])
    expect([paged?.pages?.values, paged?.tasksAt(0, 0, 1).map(({ id }) => id)]).toEqual([['7', '8'], ['2']])
    const single = matrixOf([at('1', 'ink'), at('2', 'oil')])
    expect([single?.rows.values, single?.tasksAt(1, 0, 0).map(({ id }) => id)]).toEqual([[''], ['2']])
  })
  it.each([
    ['without places', [task('1'), task('2')]],
    ['with one place alone', [at('1', 'ink'), at('2', 'ink')]],
    ['with a task that has no place', [at('1', 'ink'), at('2', 'oil'), task('3')]],
    ['with different axes', [at('1', 'ink'), at('2', 'oil', '1K')]],
    ['with more axes than can be shown', [at('1', 'a', 'b', 'c', 'd'), at('2', 'a', 'b', 'c', 'e')]],
  ])('is not made of tasks %s', (_, tasks) => {
    expect(matrixOf(tasks)).toBeNull()
  })
})

describe('the rows of the feed', () => {
  const layOut = (tasks: readonly Task[], layout: Partial<FeedLayout> = {}) =>
    feedRows(createGrouping()(tasks.toReversed()), {
      window: WINDOW,
      wantedHeight: 280,
      folded: new Set(),
      unsent: new Set(),
      shapeOf: () => null,
      ...layout,
    })
  const tilesIn = (rows: readonly FeedRow[]) => rows.flatMap((row) => (row.kind === 'tiles' ? [row] : []))
  const keysIn = (rows: readonly FeedRow[]) =>
    tilesIn(rows).map(({ cells }) => cells.map(({ key }) => key).join(' '))

  it('hold presses of one result side by side, the newest first, and each of several in rows of its own', () => {
    const saved = (id: string, batchId: string) => task(id, { batchId, state: 'saved', assetIds: [`a${id}`] })
    const four = ['3', '4', '5', '6'].map((id) => saved(id, 'four'))
    const singles = ['1', '2', '7'].map((id) => saved(id, id))
    const rows = tilesIn(layOut([...singles.slice(0, 2), ...four, ...singles.slice(2)]))
    expect(keysIn(rows)).toEqual(['7:0', '3:0 4:0 5:0 6:0', '2:0 1:0'])
    expect(rows.map(({ captions }) => captions.map(({ batch: { id }, x }) => [id, x]))).toEqual([
      [['7', 20]],
      [['four', 20]],
      [
        ['2', 20],
        ['1', rows[2]?.cells[1]?.x],
      ],
    ])
    // In one row where that does not make them too small.
    const rowsAt = (width: number) => keysIn(layOut(four, { window: { width, height: 800 } }))
    expect([rowsAt(836), rowsAt(480).length]).toEqual([['3:0 4:0 5:0 6:0'], 2])
    // One request of several results is such a press as well, and stands in its rows from the start.
    const several = task('9', { batchId: '9', request: { options: { n: 4 } } })
    expect(keysIn(layOut([...singles, several]))).toEqual(['9:0 9:1 9:2 9:3', '7:0 2:0 1:0'])
  })
  it('say once what several of a press do: the first of them, in its first place', () => {
    const two = { request: { options: { n: 2 } } }
    const told = (tasks: readonly Task[]) =>
      tilesIn(layOut(tasks)).flatMap(({ cells }) =>
        cells.flatMap(({ key, content }) => ('isTelling' in content && content.isTelling ? [key] : [])),
      )
    const tasks = [task('1', two), task('2', two), task('3', { ...two, state: 'queued' }), task('4')]
    expect(told(tasks)).toEqual(['1:0', '3:0', '4:0'])
    expect(told([task('1', { ...two, assetIds: ['x'] })])).toEqual(['1:1'])
  })
  it('caption a press once, however many rows it goes on for', () => {
    const rows = tilesIn(layOut(Array.from({ length: 9 }, (_, at) => task(`${at}`))))
    expect(rows.map(({ captions }) => captions.length)).toEqual([1, 0, 0])
  })
  it('fill the width with whole results, in the shape they have once it is known', () => {
    const request = { options: { aspect_ratio: '1:1' } }
    const tasks = Array.from({ length: 8 }, (_, at) =>
      task(`${at}`, { state: 'saved', assetIds: [`a${at}`], request }),
    )
    for (const width of [480, 836, 1_440]) {
      const [first] = tilesIn(layOut(tasks, { window: { width, height: 800 }, shapeOf: () => 1.5 }))
      const last = first?.cells.at(-1)
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBe(width - 20)
      for (const cell of first?.cells ?? [])
        expect(Math.abs(cell.width / (first?.tileHeight ?? 1) - 1.5)).toBeLessThan(0.02)
    }
  })
  it('keep the place of a result: nothing moves when it arrives in the shape that was asked for', () => {
    const request = { options: { aspect_ratio: '16:9', n: 2 } }
    const places = (patch: Partial<Omit<Task, 'request'>>) =>
      tilesIn(layOut([task('1', { ...patch, request })])).map(({ cells, height }) => [
        height,
        cells.map(({ key, x, width }) => [key, x, width]),
      ])
    expect(places({ state: 'saved', assetIds: ['x', 'y'] })).toEqual(places({ state: 'queued' }))
  })
  it('hold one result each where it is narrow, in its own shape and as a whole in sight', () => {
    const tasks = [task('1', { assetIds: ['wide'] }), task('2', { assetIds: ['tall'] }), task('3')]
    const shapeOf = (id: string) => (id === 'wide' ? 2 : 0.5)
    const rows = tilesIn(layOut(tasks, { window: { width: 480, height: 640 }, isSingle: true, shapeOf }))
    const sizes = rows.map(({ cells, tileHeight }) => cells.map(({ x, width }) => [x, width, tileHeight]))
    expect(sizes).toEqual([[[20, 440, 220]], [[20, 280, 560]], [[20, 440, 440]]])
    expect(rows.map(({ captions }) => captions.length)).toEqual([1, 0, 0])
  })
  it('are many for a large batch, so that the page holds what is in sight alone', () => {
    const rows = tilesIn(layOut(Array.from({ length: 500 }, (_, index) => task(`${1_000 + index}`))))
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.flatMap(({ cells }) => cells)).toHaveLength(500)
  })
  it('have no place for what waits to be sent', () => {
    const tasks = [task('1'), task('2', { state: 'queued' }), task('3', { batchId: 'c', state: 'queued' })]
    expect(keysIn(layOut(tasks, { unsent: new Set(tasks.slice(1)) }))).toEqual(['1:0'])
  })
  it('leave the caption alone of a folded batch, and of one that ended without anything to show', () => {
    const tasks = [task('1'), task('2')]
    const kinds = (rows: readonly FeedRow[]) => rows.map(({ kind }) => kind)
    expect(kinds(layOut(tasks, { folded: new Set(['b']) }))).toEqual(['head'])
    expect(kinds(layOut([task('1', { state: 'stopped' })]))).toEqual(['head'])
  })
  it('show a failure in the place of its result, once for each cause', () => {
    const error = { code: 'service_rejected', message: 'No.', charged: 'no' } as const
    const tasks = [task('1'), ...['2', '3'].map((id) => task(id, { state: 'rejected', error })), task('4')]
    expect(keysIn(layOut(tasks))).toEqual(['1:0 2:problem 4:0'])
    const portrait = { options: { aspect_ratio: '9:16' } }
    const [row] = tilesIn(layOut([task('1', { state: 'rejected', error, request: portrait })]))
    expect(row?.cells[0]?.width).toBeGreaterThanOrEqual(295)
    // Beside pictures it is as high as they are; without any, no higher than its words need.
    const heightOf = (of: readonly Task[]): number => tilesIn(layOut(of))[0]?.tileHeight ?? 0
    expect(heightOf(tasks)).toBeGreaterThan(200)
    expect(heightOf(tasks.slice(1, 3))).toBe(200)
  })
  it('show music one below the other, a matrix as a grid, and each cause of trouble once', () => {
    const music = { mediaType: 'music' } as const
    const kinds = (tasks: readonly Task[]) => layOut(tasks).map(({ kind }) => kind)
    const tracks = [task('1', { request: music }), task('2', { request: music })]
    expect(kinds(tracks)).toEqual(['head', 'audio', 'audio'])
    const error = { code: 'service_rejected', message: 'No.', charged: 'no' } as const
    const refused = [at('1', 'ink'), at('2', 'oil')].map((one) => {
      return { ...one, state: 'rejected' as const, error }
    })
    expect(kinds(refused)).toEqual(['head', 'matrix', 'problem'])
  })
})

it('tells what needs a decision one by one, and the rest by its cause', () => {
  const error = { code: 'service_rejected', message: 'No.', charged: 'no' } as const
  const other = { ...error, message: 'Other.' }
  const groups = problemGroups([
    task('1', { state: 'rejected', error }),
    task('2', { state: 'unknown' }),
    task('3', { state: 'rejected', error }),
    task('4', { state: 'unknown' }),
    task('5', { state: 'rejected', error: other }),
    task('6', { state: 'saved' }),
  ])
  expect(groups.map(({ tasks }) => tasks.map(({ id }) => id))).toEqual([['1', '3'], ['2'], ['4'], ['5']])
})

describe('the image of a matrix', () => {
  const needs: ImageNeeds = {
    columns: 3,
    rows: 2,
    pages: 1,
    shape: 16 / 9,
    hasRowLabels: true,
    hasPageTitles: false,
  }
  it('has every cell inside, none over another', () => {
    const layout = layoutImage({ ...needs, pages: 2, hasPageTitles: true })
    if (layout === null) throw new Error('There is no room.')
    const last = layout.cellAt(2, 1, 1)
    expect(last.x + layout.cell.width).toBeLessThanOrEqual(layout.width)
    expect(last.y + layout.cell.height).toBeLessThanOrEqual(layout.height)
    expect(layout.cellAt(1, 0, 0).x - layout.cellAt(0, 0, 0).x).toBeGreaterThan(layout.cell.width)
    expect(layout.pageTop(1)).toBeGreaterThan(layout.cellAt(0, 1, 0).y + layout.cell.height)
    expect(layout.isReduced).toBe(false)
  })
  it('makes its cells smaller for a large matrix, and gives up where nothing could be seen', () => {
    const large = layoutImage({ ...needs, columns: 40, rows: 25 })
    expect(large?.isReduced).toBe(true)
    expect(Math.max(large?.width ?? 0, large?.height ?? 0)).toBeLessThanOrEqual(MAX_SIDE)
    expect((large?.width ?? 0) * (large?.height ?? 0)).toBeLessThanOrEqual(MAX_PIXELS)
    expect(layoutImage({ ...needs, columns: 1_000, rows: 1 })).toBeNull()
  })
})

it('counts what is done apart from what ended otherwise, so that the counts add up', () => {
  const states = ['saved', 'unknown', 'unsaved', 'rejected', 'rejected', 'failed', 'running'] as const
  expect(batchProgress(states.map((state, at) => task(`${at}`, { state })))).toEqual({
    tasks: 7,
    done: 1,
    needsYou: 2,
    ended: 3,
  })
})

it.each([
  [
    'its image input',
    { scene: 'image-to-video', inputs: [{ inputId: 'in1', option: 'image' }] },
    '/inputs/in1',
  ],
  ['the last result of its prompt', { prompt: 'a boat' }, '/media/a2/thumb'],
  ['nothing of another prompt', { prompt: 'a raft' }, null],
  [
    'nothing of a video input',
    { scene: 'video-to-video', inputs: [{ inputId: 'v', option: 'video' }] },
    null,
  ],
] as const)('shows %s', (_name, request, address) => {
  const boat = (...assetIds: readonly string[]) => task('b', { request: { prompt: 'a boat' }, assetIds })
  const running = task('t', { request: request as Partial<Task['request']> })
  expect(backdropOf(running, [boat(), boat('a2'), boat('a1')])).toBe(address)
})
