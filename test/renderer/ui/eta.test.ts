import { expect, it } from 'vitest'
import { etaRange } from '#renderer/ui/eta.ts'

const at = (p50S: number, p90S: number) => ({ p50At: p50S * 1_000, p90At: p90S * 1_000 })

it.each([
  ['seconds in steps of five', at(18, 38), { unit: 'second', from: 20, to: 40 }],
  ['every second near the end', at(3, 7.5), { unit: 'second', from: 3, to: 8 }],
  ['any moment now', at(-4, 12), { unit: 'second', from: 0, to: 15 }],
  ['minutes when it is long', at(118, 290), { unit: 'minute', from: 2, to: 5 }],
  ['nothing once it is over', at(-9, 0), null],
])('says %s', (_what, eta, range) => {
  expect(etaRange(eta, 0)).toEqual(range)
})
