import { expect, test } from 'vitest'
import { createSessions } from '#hosts/web/sessions.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'

test('spends a launch token once', () => {
  const sessions = createSessions(createManualClock())
  const token = sessions.createLaunchToken()
  const session = sessions.redeem(token)
  expect(session && sessions.find(session.cookie)).toBe(session)
  expect(sessions.redeem(token)).toBeNull()
})

test('refuses a launch token after ten minutes', () => {
  const clock = createManualClock()
  const sessions = createSessions(clock)
  const [early, late] = [sessions.createLaunchToken(), sessions.createLaunchToken()]
  clock.advance(10 * 60_000 - 1)
  expect(sessions.redeem(early)).not.toBeNull()
  clock.advance(1)
  expect(sessions.redeem(late)).toBeNull()
})

test('keeps launch, cookie, page and bearer tokens apart', () => {
  const sessions = createSessions(createManualClock())
  const token = sessions.createLaunchToken()
  const session = sessions.redeem(token)
  const secrets = [token, session?.cookie, session?.pageToken, sessions.bearerToken]
  expect(new Set(secrets).size).toBe(4)
  expect(secrets.every((secret) => /^[\w-]{43}$/.test(secret ?? ''))).toBe(true)
  for (const secret of [session?.cookie, session?.pageToken, sessions.bearerToken, '']) {
    expect(sessions.redeem(secret ?? '')).toBeNull()
  }
  for (const secret of [token, session?.pageToken, sessions.bearerToken, '']) {
    expect(sessions.find(secret ?? '')).toBeNull()
  }
})

test('forgets the oldest when a hundred are outstanding', () => {
  const sessions = createSessions(createManualClock())
  const tokens = Array.from({ length: 101 }, () => sessions.createLaunchToken())
  expect([sessions.redeem(tokens[0] ?? ''), sessions.redeem(tokens[1] ?? '') === null]).toEqual([null, false])
})
