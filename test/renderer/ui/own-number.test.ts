import { expect, test } from 'vitest'
import { ownNumber } from '#renderer/ui/own-number.ts'

test.each([
  ['12', ',', '12', false],
  [' 2.5\n', ',', '2,5', true],
  ['2.5', '.', '2.5', false],
  ['1,000', '.', '1.000', true],
  ['1,234.5', ',', '1234,5', false],
  ['1.234,5', '.', '1234.5', false],
  ['1,000,000', '.', '1000000', false],
  ['10,00,000', ',', '1000000', false],
  ["1'234.5", ',', '1234,5', true],
  ['1 234,5', '.', '1234.5', true],
  ['-0.125', ',', '-0,125', true],
  ['1.2.3', ',', '', false],
  ['1,2.5', '.', '', false],
  ['two', '.', 'two', false],
])('reads %j with %j as its decimal sign', (pasted, own, text, isOther) => {
  expect(ownNumber(pasted, own)).toEqual({ text, isOther })
})
