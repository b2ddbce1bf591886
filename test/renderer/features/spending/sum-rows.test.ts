import { expect, it } from 'vitest'
import type { SpendingRow } from '#contract/spending.ts'
import { spendingCsv, dayValues, sumBy, sumOf, unitsOf } from '#renderer/features/spending/sum-rows.ts'

const ROW: SpendingRow = {
  day: '2026-03-01',
  profileId: 'p1',
  provider: 'acme',
  model: 'm',
  agentId: null,
  requests: 2,
  unknown: 0,
  amounts: [{ unit: 'credits', value: 8 }],
  reserved: [],
  unpriced: 0,
  free: 0,
}
const rows: readonly SpendingRow[] = [
  ROW,
  { ...ROW, agentId: 'a1', unknown: 1, reserved: [{ unit: 'credits', value: 4 }], unpriced: 1 },
  { ...ROW, day: '2026-03-03', profileId: 'p2', amounts: [{ unit: 'USD', value: 0.5 }] },
]

it('never adds amounts of different units', () => {
  expect(sumOf(rows)).toEqual({
    requests: 6,
    unknown: 1,
    unpriced: 1,
    free: 0,
    amounts: { credits: 16, USD: 0.5 },
    reserved: { credits: 4 },
  })
  expect(unitsOf(sumOf(rows))).toEqual(['USD', 'credits'])
  expect(sumBy(rows, 'model').map(({ of, requests }) => [of.profileId, requests])).toEqual([
    ['p1', 4],
    ['p2', 2],
  ])
})

it('has every day of the time, with what is reserved apart', () => {
  const at = (day: number) => new Date(2026, 2, day).getTime()
  expect(dayValues(rows, 'credits', at(1), at(4) - 1)).toEqual([
    { day: '2026-03-01', value: 16, reserved: 4 },
    { day: '2026-03-02', value: 0, reserved: 0 },
    { day: '2026-03-03', value: 0, reserved: 0 },
  ])
  expect(dayValues(rows, null, 0, at(3))).toEqual([
    { day: '2026-03-01', value: 3, reserved: 1 },
    { day: '2026-03-02', value: 0, reserved: 0 },
    { day: '2026-03-03', value: 2, reserved: 0 },
  ])
})

it('writes a line for each unit, and no formula of a stranger', () => {
  const names = {
    profile: (id: string) => id,
    agent: (id: string | null) => (id === null ? 'You' : '=cmd()'),
  }
  const row = {
    ...ROW,
    agentId: 'a1',
    model: 'a "b", c',
    amounts: [{ unit: 'USD', value: 1 }],
    reserved: [{ unit: 'credits', value: 4 }],
  }
  expect(spendingCsv([row, { ...ROW, amounts: [], unpriced: 2 }], names).split('\r\n')).toEqual([
    '\ufeff"day","profile","provider","model","agent","requests","unknown","free","unpriced","unit","amount","reserved"',
    `"2026-03-01","p1","acme","a ""b"", c","'=cmd()",2,0,0,0,"USD",1,`,
    `"2026-03-01","p1","acme","a ""b"", c","'=cmd()",,,,,"credits",,4`,
    '"2026-03-01","p1","acme","m","You",2,0,0,2,,,',
    '',
  ])
})

it.each([
  ['\n=1+1', `'\n'=1+1`],
  ['＝1+1', `'＝1+1`],
  ['a;=1+1', `a;'=1+1`],
  ['flux-1.1/pro', 'flux-1.1/pro'],
])('writes the model %j as the text %j', (model, cell) => {
  const names = { profile: (id: string) => id, agent: () => 'You' }
  expect(spendingCsv([{ ...ROW, model }], names)).toContain(`,"${cell}",`)
})
