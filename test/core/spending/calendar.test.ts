/** When a day of the user ends, whatever time zone the program has that opened the data directory. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createCalendar } from '#core/spending/calendar.ts'
import { hang } from '#test/stand-ins/faulty-responses.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openAtService, type TestApp } from '#test/stand-ins/test-app.ts'

const HOUR_MS = 60 * 60_000
const utc = (text: string): number => Date.parse(`${text}Z`)

test.each([
  ['UTC', '2025-07-01T12:00', '2025-07-01', '2025-07-01T00:00', '2025-07-02T00:00'],
  ['Europe/Berlin', '2025-06-30T23:00', '2025-07-01', '2025-06-30T22:00', '2025-07-01T22:00'],
  ['Pacific/Kiritimati', '2025-07-01T12:00', '2025-07-02', '2025-07-01T10:00', '2025-07-02T10:00'],
  ['America/Los_Angeles', '2025-01-01T00:00', '2024-12-31', '2024-12-31T08:00', '2025-01-01T08:00'],
  // Days of 23 and of 25 hours.
  ['Europe/Berlin', '2025-03-30T12:00', '2025-03-30', '2025-03-29T23:00', '2025-03-30T22:00'],
  ['Europe/Berlin', '2025-10-26T12:00', '2025-10-26', '2025-10-25T22:00', '2025-10-26T23:00'],
  // Clocks that are put forward at midnight: the day begins at one, west of Greenwich and east.
  ['America/Santiago', '2026-09-06T03:30', '2026-09-05', '2026-09-05T04:00', '2026-09-06T04:00'],
  ['America/Santiago', '2026-09-06T12:00', '2026-09-06', '2026-09-06T04:00', '2026-09-07T03:00'],
  ['Asia/Beirut', '2025-03-29T21:30', '2025-03-29', '2025-03-28T22:00', '2025-03-29T22:00'],
  ['Asia/Kathmandu', '2025-07-01T18:14', '2025-07-01', '2025-06-30T18:15', '2025-07-01T18:15'],
])('in %s, at %s UTC', (zone, at, day, start, next) => {
  const calendar = createCalendar(zone)
  const moment = utc(at)
  expect(calendar.day(moment)).toBe(day)
  expect([calendar.startOfDay(moment), calendar.nextDay(moment)]).toEqual([utc(start), utc(next)])
})

function zoneOf({ dataDir }: TestApp, change?: string): unknown {
  const db = new DatabaseSync(join(dataDir, 'library.db'))
  if (change !== undefined)
    db.prepare("UPDATE facts SET value = ? WHERE name = 'queue.zone'").run(JSON.stringify(change))
  const row = db.prepare("SELECT value FROM facts WHERE name = 'queue.zone'").get()
  db.close()
  return row ? JSON.parse(String(row['value'])) : null
}

slow('the caps of the user end with the day of the host that the user started last', async () => {
  const { app: first, service } = await openAtService()
  const { profileId } = first
  await first.ask('settings.set', { queue: { dailyCaps: { [profileId]: 1 } } })
  await first.close()
  expect(zoneOf(first)).toBeNull()
  const users = await first.reopen({ startedByUser: true })
  await users.close()
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(zoneOf(users)).toBe(own)
  // There it is two in the morning.
  zoneOf(users, 'Pacific/Kiritimati')
  const app = await users.reopen({ startedByUser: false })
  service.always('generate', hang)
  await app.submitOne()
  await app.submitOne()
  await app.until(async () =>
    (await app.ask('queue.state', {})).limits.holding.some(({ kind }) => kind === 'cap'),
  )
  expect((await app.ask('queue.usage', {})).items).toMatchObject([{ day: '2025-07-02' }])
  app.clock.advance(21 * HOUR_MS)
  expect((await app.ask('queue.usage', {})).sentToday).toBe(1)
  app.clock.advance(2 * HOUR_MS)
  await app.until(() => service.generates().length === 2)
  await app.close()
  expect(zoneOf(app)).toBe('Pacific/Kiritimati')
  await (await app.reopen({ startedByUser: true })).close()
  expect(zoneOf(app)).toBe(own)
})

test('a clock that is set back frees nothing of a cap', async () => {
  const { app } = await openAtService()
  const { profileId } = app
  await app.ask('settings.set', { queue: { dailyCaps: { [profileId]: 1 } } })
  await app.submitAndSave()
  app.clock.moveWallClock(-30 * HOUR_MS)
  expect((await app.ask('queue.usage', {})).sentToday).toBe(1)
})
