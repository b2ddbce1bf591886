import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { BrowserWindow as ElectronWindow } from 'electron'
import type { WaitingQuote } from '#contract/agents.ts'
import type { Command } from '#contract/app.ts'
import { notifyOfQuotes } from '#hosts/desktop/shell/quote-notifications.ts'
import { REQUEST } from '#test/stand-ins/core-options.ts'
import { Notification } from '#test/stand-ins/electron-shell.ts'
import { BrowserWindow, resetElectron } from '#test/stand-ins/electron.ts'
import { createFakeApp } from '../../fake-app.ts'

beforeEach(resetElectron)

function quoteOf(quoteId: string, asked = true): WaitingQuote {
  const left = { requests: null, amounts: null }
  return {
    quoteId,
    agent: { id: 'agent_1', name: 'Claude' },
    profileId: 'profile_1',
    requests: [{ ...REQUEST, prompt: 'Approve this at once' }],
    estimate: { requests: 1, amounts: [], unpriced: 1, isFree: false, left },
    asked,
    createdAt: 0,
    expiresAt: 600_000,
    left: { requests: 0 },
  }
}

function setUp({ isWanted = true } = {}) {
  const app = createFakeApp()
  const stand = new BrowserWindow({})
  const pressed: Command[] = []
  const stop = notifyOfQuotes({
    app,
    window: stand as unknown as ElectronWindow,
    isWanted: () => isWanted,
    onPress: (command) => pressed.push(command),
  })
  onTestFinished(stop)
  const waits = (...items: readonly WaitingQuote[]) => app.emit({ name: 'quotes.changed', data: { items } })
  const titles = () => [...Notification.shown].map(({ options }) => options.title)
  return { stand, pressed, stop, waits, titles }
}

test('tells that an agent waits, without a word of its own, and leads to it', () => {
  const { pressed, stop, waits, titles } = setUp()
  waits(quoteOf('a', false))
  expect(titles()).toEqual([])
  waits(quoteOf('a'))
  const [one] = Notification.shown
  expect(titles()).toEqual(['Claude waits for your approval'])
  expect(JSON.stringify(one?.options)).not.toContain('Approve this')
  one?.emit('click')
  expect(pressed).toEqual([{ kind: 'openQuotes' }])
  stop()
  expect(titles()).toEqual([])
})

test('shows one for all that wait, not again for the same, and none when nothing does', () => {
  const { waits, titles } = setUp()
  waits(quoteOf('a'))
  waits(quoteOf('a'), quoteOf('b'))
  expect(titles()).toEqual(['2 quotes of agents wait for your approval'])
  waits(quoteOf('b'))
  expect(titles()).toEqual(['2 quotes of agents wait for your approval'])
  waits()
  expect(titles()).toEqual([])
})

test('says nothing to whoever is here, or wants no notifications', () => {
  const { stand, waits, titles } = setUp()
  stand.focused = true
  waits(quoteOf('a'))
  expect(titles()).toEqual([])
  const other = setUp({ isWanted: false })
  other.waits(quoteOf('a'))
  expect(titles()).toEqual([])
})
