/** How long a quote is open, how many are, and who waits for one. */
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createQuoteStore } from '#core/agents/quote-store.ts'
import { openDatabase } from '#core/store/database.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { REQUEST } from '#test/stand-ins/test-app.ts'
import { actsOf, approvalOf, dataOf, MINUTE_MS, openWithAgent, taskCount } from './agent-fixture.ts'

const EXPIRED = { ok: false, error: { code: 'conflict', charged: 'no' } }
const BUDGET = { requestsPerDay: 100 }

test('expires after ten minutes, by whichever clock', async () => {
  const { app, quote, generate } = await openWithAgent(BUDGET)
  const [timed, slept] = [await quote(), await quote()]
  // Set back, it does not last longer.
  app.clock.advance(5 * MINUTE_MS)
  app.clock.moveWallClock(-60 * MINUTE_MS)
  app.clock.advance(5 * MINUTE_MS)
  expect(generate(timed.quoteId)).toMatchObject(EXPIRED)
  expect(generate(slept.quoteId)).toMatchObject(EXPIRED)
  // Asleep, the clock that only grows may stand still.
  const third = await quote()
  app.clock.moveWallClock(11 * MINUTE_MS)
  expect(generate(third.quoteId)).toMatchObject(EXPIRED)
  expect(await app.failure('agents.approve', await approvalOf(app, third.quoteId))).toMatchObject({
    code: 'conflict',
  })
  expect((await app.ask('agents.waiting', {})).items).toEqual([])
  expect(await taskCount(app)).toBe(0)
})

test.each([
  ['goes on', 9 * MINUTE_MS, { ok: true, data: { state: 'sent' } }],
  ['has expired', 11 * MINUTE_MS, EXPIRED],
  ['has expired where the clock was set back', -MINUTE_MS, EXPIRED],
])('after a restart a quote %s', async (_what, ms, expected) => {
  const { app, agentId, quote } = await openWithAgent(BUDGET)
  const { quoteId } = await quote()
  const again = await app.reopen({ clock: createManualClock(app.clock.now() + ms) })
  expect(actsOf(again, agentId).generate(quoteId)).toMatchObject(expected)
})

test('holds ten open quotes of an agent: the oldest that nobody wants makes room, one that waits for the user never', async () => {
  const { app, agentId, quote, generate } = await openWithAgent()
  const quotes = await Promise.all(Array.from({ length: 10 }, () => quote()))
  const [first, second] = quotes.map(({ quoteId }) => quoteId)
  for (const { quoteId } of quotes.slice(1)) dataOf(generate(quoteId))
  const eleventh = await quote()
  expect(generate(first ?? '')).toMatchObject(EXPIRED)
  dataOf(generate(eleventh.quoteId))
  await expect(quote()).rejects.toThrow('rate_limited')
  await app.ask('agents.refuse', { quoteId: second ?? '' })
  await quote()
  app.clock.advance(31 * 24 * 60 * MINUTE_MS)
  const again = await app.reopen({ clock: app.clock })
  for (const quoteId of [first, second]) {
    const result = actsOf(again, agentId).generate(quoteId ?? '')
    expect(result).toMatchObject({ ok: false, error: { code: 'not_found' } })
  }
})

test('quotes whose time ended while Atelier was closed leave room for new ones', async () => {
  const { app, agentId, quote, generate } = await openWithAgent()
  for (const { quoteId } of await Promise.all(Array.from({ length: 10 }, () => quote())))
    dataOf(generate(quoteId))
  const again = await app.reopen({ clock: createManualClock(app.clock.now() + 11 * MINUTE_MS) })
  expect((await actsOf(again, agentId).quote()).requests).toBe(1)
})

test('has expired where the disk cannot be told', async () => {
  const db = openDatabase(join(await makeTempDir(), 'x.db'))
  onTestFinished(() => db.close())
  db.all('PRAGMA foreign_keys = OFF')
  const clock = createManualClock()
  const quotes = createQuoteStore(db, clock, () => undefined)
  const { id } = quotes.add({
    ...quotes.draft(),
    agentId: 'a',
    profileId: 'p',
    address: 'x',
    requests: [REQUEST],
    bodyHash: 'a',
    bodyHashes: ['a'],
    bodies: [],
  })
  db.all('PRAGMA query_only = ON')
  clock.advance(10 * MINUTE_MS)
  expect(quotes.find(id)).toMatchObject({ state: 'expired', requests: [] })
  expect([quotes.open(), quotes.countOpen('a')]).toEqual([[], 0])
  db.all('PRAGMA query_only = OFF')
  expect(quotes.open()).toEqual([])
})

test('writes to the log what cannot be told, and goes on', async () => {
  const { app, quote } = await openWithAgent()
  await quote()
  const db = new DatabaseSync(join(app.dataDir, 'library.db'))
  onTestFinished(() => db.close())
  db.exec('ALTER TABLE agents RENAME TO away')
  app.clock.advance(10 * MINUTE_MS)
  await app.until(() => app.logLines.some((line) => line.startsWith('Telling what waits failed')))
  db.exec('ALTER TABLE away RENAME TO agents')
  const told = app.events.length
  await quote()
  await app.until(() => app.events.length > told)
  expect(app.events.slice(told).map(({ name }) => name)).toContain('quotes.changed')
})

test('waits for a decision without asking again, and ends every wait at the end', async () => {
  const { app, quote, generate } = await openWithAgent()
  const agents = app.app.agents
  const never = new AbortController().signal
  const ends: string[] = []
  const wait = async (name: string, quoteId: string, ms = 20_000, signal = never) => {
    await agents.decided(quoteId, ms, signal)
    ends.push(name)
  }
  const [approved, refused, timed, left, closed] = await Promise.all(Array.from({ length: 5 }, () => quote()))
  for (const one of [approved, refused, timed, left, closed]) dataOf(generate(one?.quoteId ?? ''))
  const leaving = new AbortController()
  const waits = [
    wait('approved', approved?.quoteId ?? ''),
    wait('refused', refused?.quoteId ?? ''),
    wait('timed', timed?.quoteId ?? '', 1_000),
    wait('left', left?.quoteId ?? '', 20_000, leaving.signal),
    // No longer than 25 seconds.
    wait('longest', closed?.quoteId ?? '', 10 * MINUTE_MS),
  ]
  const last = wait('closed', closed?.quoteId ?? '', 25_000)
  await wait('unknown', 'quote_x')
  await app.ask('agents.approve', await approvalOf(app, approved?.quoteId ?? ''))
  await waits[0]
  await app.ask('agents.refuse', { quoteId: refused?.quoteId ?? '' })
  await waits[1]
  leaving.abort()
  await waits[3]
  app.clock.advance(1_000)
  await waits[2]
  expect(ends).toEqual(['unknown', 'approved', 'refused', 'left', 'timed'])
  await app.close()
  await Promise.all([...waits, last])
  await agents.decided(closed?.quoteId ?? '', 25_000, never)
})

test('says what waits whenever that changes, once for all that came together', async () => {
  const { app, quote, generate } = await openWithAgent()
  const told = () => app.events.filter(({ name }) => name === 'quotes.changed')
  const [one, two] = [await quote(), await quote()]
  const items = [{ asked: false }, { asked: false }]
  expect(told().at(-1)).toMatchObject({ data: { items } })
  const before = told().length
  for (const { quoteId } of [one, two]) dataOf(generate(quoteId))
  await app.until(() => told().length > before)
  expect(told().slice(before)).toMatchObject([{ data: { items: [{ asked: true }, { asked: true }] } }])
  await app.ask('agents.refuse', { quoteId: two.quoteId })
  await app.until(() => told().length === before + 2)
  app.clock.advance(10 * MINUTE_MS)
  await app.until(() => told().length === before + 3)
  expect(told().at(-1)).toMatchObject({ data: { items: [] } })
})
