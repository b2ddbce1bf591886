import { expect, it } from 'vitest'
import { arranged, type Entry, GROUPS, matching, MAX_LISTED } from '#renderer/app/palette/arrange.ts'

const entry = (group: Entry['group'], name: string, rest: Partial<Entry> = {}): Entry => ({
  id: `${group}:${name}`,
  group,
  name,
  run: () => undefined,
  ...rest,
})
const named = (entries: readonly Entry[]): readonly string[] => entries.map(({ name }) => name)
const many = (group: Entry['group'], count: number): readonly Entry[] =>
  Array.from({ length: count }, (_, index) => entry(group, `${group} ${index}`))

it('finds every typed word in name, detail or words, without capitals and accents', () => {
  const entries = [
    entry('commands', 'Go to Gallery'),
    entry('settings', 'Network', { keywords: 'proxy' }),
    entry('models', 'Café crème', { detail: 'sample' }),
  ]
  expect(named(matching(entries, 'gal GO'))).toEqual(['Go to Gallery'])
  expect(named(matching(entries, 'proxy'))).toEqual(['Network'])
  expect(named(matching(entries, 'creme sample'))).toEqual(['Café crème'])
  expect(matching(entries, 'boat')).toEqual([])
})

it('puts names that begin with what was typed first', () => {
  const entries = [entry('commands', 'Go to Queue'), entry('commands', 'Queue: pause')]
  expect(named(matching(entries, 'queue'))).toEqual(['Queue: pause', 'Go to Queue'])
})

it('puts names with the whole word before those where it stands inside of another', () => {
  const entries = [
    entry('commands', 'Landscape'),
    entry('commands', 'Capture'),
    entry('commands', 'Daily cap'),
  ]
  expect(named(matching(entries, 'cap'))).toEqual(['Daily cap', 'Capture', 'Landscape'])
})

it('lists no more than thirty, and leaves each group its share', () => {
  const groups = arranged(GROUPS.flatMap((group) => many(group, 40)))
  expect(groups.map(({ id, entries }) => [id, entries.length])).toEqual([
    ['commands', 6],
    ...GROUPS.slice(1).map((group) => [group, 4]),
  ])
  expect(groups.flatMap(({ entries }) => entries)).toHaveLength(MAX_LISTED)
  expect(arranged(many('assets', 40)).map(({ entries }) => entries.length)).toEqual([MAX_LISTED])
})

it('puts a group with the whole word before those where it stands inside of others', () => {
  const entries = [
    entry('assets', 'a wide landscape'),
    entry('settings', 'Queue', { keywords: 'requests at once daily cap' }),
    entry('commands', 'Escape to the list'),
  ]
  expect(arranged(entries, 'cap').map(({ id }) => id)).toEqual(['settings', 'commands', 'assets'])
  expect(arranged(entries, 'sca').map(({ id }) => id)).toEqual(['commands', 'assets', 'settings'])
})
