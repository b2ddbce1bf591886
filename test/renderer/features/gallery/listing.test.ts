import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { LayoutQuery } from '#contract/library.ts'
import { createListing } from '#renderer/features/gallery/listing.ts'
import { idAt, isFavoriteAt, ratingAt, readOrder, type Order } from '#renderer/features/gallery/order.ts'
import { rangesOf, valuesOf } from '#renderer/features/gallery/ranges.ts'
import { speak, spoken } from '#renderer/locales/messages.ts'
import { createFakeBridge } from '../../bridge/fake-bridge.ts'
import { assetOf } from './assets.ts'
import { assetIdOf, layoutOf } from './layouts.ts'

await speak('en')

const FACETS = { total: 3, favorites: 0 }
const PLAIN = { isRange: false, isToggle: false }

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function createLibrary(names: readonly string[] = ['a', 'b', 'c']) {
  const library = {
    names,
    layout: null as null | ((query: LayoutQuery) => unknown),
    firstPage: (): unknown => ({ ok: false, error: { code: 'internal', message: 'Away.' } }),
  }
  const fake = createFakeBridge((route, input) => {
    if (route === 'library.facets') return { ok: true, data: FACETS }
    if (route === 'library.query') return library.firstPage()
    if (library.layout !== null) return library.layout(input as LayoutQuery)
    return { ok: true, data: layoutOf(library.names) }
  })
  const listing = createListing(fake.bridge)
  const asked = () => fake.calls.filter(([route]) => route === 'layout').map(([, query]) => query)
  return { library, listing, asked, ...fake }
}

const shown = (order: Order) => Array.from({ length: order.count }, (_, index) => idAt(order, index))
const ids = (...names: readonly string[]) => names.map(assetIdOf)

describe('the listing', () => {
  it('asks nothing before it is first shown', async () => {
    const { listing, calls, raise, reconnect } = createLibrary()
    raise({ name: 'asset.added', data: { asset: assetOf('new') } })
    reconnect()
    await vi.runAllTimersAsync()
    expect([listing.getState().phase, calls]).toEqual(['idle', []])
  })
  it('holds the whole result set and its facets', async () => {
    const { listing } = createLibrary()
    await listing.load()
    const { order, phase, facets } = listing.getState()
    expect([shown(order), phase, facets]).toEqual([ids('a', 'b', 'c'), 'ready', FACETS])
  })
  it('shows the first page until the layout of everything is there, and goes on from it', async () => {
    const { library, listing, calls } = createLibrary()
    const items = [
      assetOf('a', { width: 4, height: 3, rating: 2, kind: 'video', createdAt: 9_000 }),
      assetOf('b', { createdAt: 1_000 }),
    ]
    library.firstPage = () => ({ ok: true, data: { items: [...items, assetOf('x', { id: 'foreign' })] } })
    let answer: (response: unknown) => void = () => undefined
    library.layout = () => new Promise((resolve) => (answer = resolve))
    const loading = listing.load()
    await vi.runAllTimersAsync()
    const { order, phase, queryNumber } = listing.getState()
    expect([shown(order), phase]).toEqual([ids('a', 'b'), 'loading'])
    const first = layoutOf([
      { name: 'a', rating: 2, kind: 'video', createdAt: 9_000 },
      { name: 'b', height: 0 },
    ])
    expect(order).toEqual(readOrder(first))
    listing.select(1, PLAIN)
    answer({ ok: true, data: layoutOf(['a', 'b', 'c']) })
    await loading
    expect([shown(listing.getState().order), listing.getState().phase]).toEqual([ids('a', 'b', 'c'), 'ready'])
    expect(listing.getState().queryNumber).toBe(queryNumber)
    expect([...valuesOf(listing.getState().selection.ranges)]).toEqual([1])
    listing.reload()
    await vi.runAllTimersAsync()
    expect(calls.filter(([route]) => route === 'library.query')).toHaveLength(1)
  })
  it('says why where only the first page could be shown', async () => {
    const { library, listing } = createLibrary()
    library.firstPage = () => ({ ok: true, data: { items: [assetOf('a')] } })
    library.layout = () =>
      new Promise((resolve) =>
        setTimeout(() => resolve({ ok: false, error: { code: 'internal', message: 'Broken.' } }), 50),
      )
    void listing.load()
    await vi.runAllTimersAsync()
    expect(listing.getState()).toMatchObject({ phase: 'failed', error: { message: 'Broken.' } })
  })
  it('never shows the first page over the whole layout, or over another query', async () => {
    const { library, listing } = createLibrary()
    let answer: (response: unknown) => void = () => undefined
    library.firstPage = () => new Promise((resolve) => (answer = resolve))
    await listing.load()
    answer({ ok: true, data: { items: [assetOf('old')] } })
    await vi.runAllTimersAsync()
    expect(shown(listing.getState().order)).toEqual(ids('a', 'b', 'c'))
    const other = createLibrary()
    other.library.firstPage = library.firstPage
    void other.listing.load()
    other.library.layout = () => new Promise(() => undefined)
    other.listing.setFilter({ favorite: true })
    answer({ ok: true, data: { items: [assetOf('old')] } })
    await vi.runAllTimersAsync()
    expect(other.listing.getState().order.count).toBe(0)
  })
  it('asks once for words that are typed without a pause, and trims them', async () => {
    const { listing, asked } = createLibrary()
    for (const text of [' f', ' fo', ' fox ']) listing.setFilter({ text })
    await vi.runAllTimersAsync()
    expect(asked()).toEqual([{ text: 'fox', sort: 'newest' }])
  })
  it('asks at once where a filter is chosen, with what was typed so far', async () => {
    const { listing, asked } = createLibrary()
    listing.setFilter({ text: 'fox' })
    listing.setFilter({ text: 'fox', favorite: true })
    expect(asked()).toEqual([{ text: 'fox', favorite: true, sort: 'newest' }])
    await vi.runAllTimersAsync()
    expect(asked()).toHaveLength(1)
  })
  it('never shows the response to a query that was overtaken', async () => {
    const { library, listing } = createLibrary()
    let answerFirst: (response: unknown) => void = () => undefined
    library.layout = ({ favorite }) =>
      favorite === true
        ? { ok: true, data: layoutOf(['loved']) }
        : new Promise((resolve) => (answerFirst = resolve))
    const first = listing.load()
    listing.setFilter({ favorite: true })
    await vi.runAllTimersAsync()
    answerFirst({ ok: true, data: layoutOf(['a', 'b']) })
    await first
    expect(shown(listing.getState().order)).toEqual(ids('loved'))
  })
  it('asks again behind a change, gathered, and keeps the selection on its items', async () => {
    const { library, listing, asked, raise } = createLibrary()
    await listing.load()
    listing.select(1, PLAIN)
    const { queryNumber } = listing.getState()
    library.names = ['new', 'a', 'b', 'c']
    raise({ name: 'asset.added', data: { asset: assetOf('new') } })
    raise({ name: 'library.changed', data: { ids: [] } })
    raise({ name: 'library.changed', data: { ids: [] } })
    await vi.runAllTimersAsync()
    const { order, selection } = listing.getState()
    expect(asked()).toHaveLength(2)
    expect([...valuesOf(selection.ranges)].map((index) => idAt(order, index))).toEqual(ids('b'))
    expect(listing.getState().queryNumber).toBe(queryNumber)
  })
  it('asks once more where the library changes while it is being asked', async () => {
    const { library, listing, asked, raise } = createLibrary()
    await listing.load()
    let respond: (response: unknown) => void = () => undefined
    library.layout = () => new Promise((resolve) => (respond = resolve))
    listing.reload()
    await vi.advanceTimersByTimeAsync(1_000)
    raise({ name: 'library.changed', data: { ids: [] } })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked()).toHaveLength(2)
    respond({ ok: true, data: layoutOf(['late']) })
    library.layout = () => ({ ok: true, data: layoutOf(['latest']) })
    await vi.runAllTimersAsync()
    expect(shown(listing.getState().order)).toEqual(ids('latest'))
  })
  it('shows a change soon, also where the first answer took long', async () => {
    const { library, listing, raise } = createLibrary()
    library.layout = () =>
      new Promise((resolve) => setTimeout(() => resolve({ ok: true, data: layoutOf(['a']) }), 15_000))
    const first = listing.load()
    await vi.advanceTimersByTimeAsync(15_000)
    await first
    library.layout = () => ({ ok: true, data: layoutOf(['new', 'a']) })
    raise({ name: 'asset.added', data: { asset: assetOf('new') } })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(shown(listing.getState().order)).toEqual(ids('new', 'a'))
  })
  it('forgets the selection where something else is asked', async () => {
    const { listing } = createLibrary()
    await listing.load()
    listing.selectAll()
    listing.setSort('oldest')
    await vi.runAllTimersAsync()
    expect(listing.getState().selection.ranges).toEqual([])
    expect(listing.getState().queryNumber).toBe(2)
  })
  it('asks for names in the order of the language that is read, again when that changes', async () => {
    const { listing, asked, reconnect } = createLibrary()
    onTestFinished(() => spoken.setState({ language: 'en' }))
    await listing.load()
    spoken.setState({ language: 'ja' })
    listing.setSort('name')
    await vi.runAllTimersAsync()
    spoken.setState({ language: 'de' })
    reconnect()
    await vi.runAllTimersAsync()
    expect(asked()).toEqual([
      { sort: 'newest' },
      { sort: 'name', language: 'ja' },
      { sort: 'name', language: 'de' },
    ])
  })
  it('says why nothing can be shown, and goes on when asked again', async () => {
    const { library, listing } = createLibrary()
    const error = { code: 'disk_error', message: 'The disk cannot be read.' }
    library.layout = () => ({ ok: false, error })
    await listing.load()
    expect([listing.getState().phase, listing.getState().error]).toEqual(['failed', error])
    library.layout = () => ({ ok: true, data: new ArrayBuffer(3) })
    await listing.load()
    expect(listing.getState().error).toMatchObject({ code: 'internal' })
    library.layout = null
    await listing.load()
    expect([listing.getState().phase, listing.getState().error]).toEqual(['ready', null])
  })
  it('lists and selects nothing of before where another query fails, so that no key acts on it', async () => {
    const { library, listing } = createLibrary()
    await listing.load()
    listing.select(1, PLAIN)
    library.layout = () => ({ ok: false, error: { code: 'disk_error', message: 'The disk cannot be read.' } })
    listing.setFilter({ favorite: true })
    await vi.runAllTimersAsync()
    const { phase, order, selection } = listing.getState()
    expect([phase, order.count, selection.ranges]).toEqual(['failed', 0, []])
    library.layout = null
    listing.setFilter({})
    await vi.runAllTimersAsync()
    expect([shown(listing.getState().order), listing.getState().phase]).toEqual([ids('a', 'b', 'c'), 'ready'])
  })
  it('keeps what it shows where only asking again fails', async () => {
    const { library, listing } = createLibrary()
    await listing.load()
    library.layout = () => ({ ok: false, error: { code: 'not_available_here', message: 'Away.' } })
    listing.reload()
    await vi.runAllTimersAsync()
    expect([listing.getState().phase, listing.getState().order.count]).toEqual(['ready', 3])
  })
  it('shows at once what was taken away or marked', async () => {
    const { listing } = createLibrary()
    await listing.load()
    listing.select(1, PLAIN)
    listing.drop(rangesOf([1]))
    listing.mark(rangesOf([1]), { rating: 4, favorite: true })
    const { order, selection } = listing.getState()
    expect(shown(order)).toEqual(ids('a', 'c'))
    expect([ratingAt(order, 1), isFavoriteAt(order, 1), ratingAt(order, 0)]).toEqual([4, true, 0])
    expect([...valuesOf(selection.ranges)]).toEqual([1])
  })
})
