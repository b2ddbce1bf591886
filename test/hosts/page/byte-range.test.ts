import { expect, test } from 'vitest'
import { readRange } from '#hosts/page/byte-range.ts'

const part = (start: number, end: number) => ({ kind: 'part', start, end })
const whole = { kind: 'whole' }
const unsatisfiable = { kind: 'unsatisfiable' }

test.each([
  [null, whole],
  ['bytes=0-9', part(0, 9)],
  ['bytes=0-', part(0, 99)],
  ['bytes=99-', part(99, 99)],
  ['bytes=90-1000', part(90, 99)],
  ['BYTES=5-5', part(5, 5)],
  ['bytes= 5-6 ', part(5, 6)],
  ['bytes=5-6,', part(5, 6)],
  ['bytes=-1', part(99, 99)],
  ['bytes=-100', part(0, 99)],
  ['bytes=-1000', part(0, 99)],
  ['bytes=-0', unsatisfiable],
  ['bytes=100-', unsatisfiable],
  ['bytes=100-200', unsatisfiable],
  ['bytes=99999999999999999999999999-', unsatisfiable],
  ['bytes=200-300,-0', unsatisfiable],
  ['bytes=9-5', whole],
  ['bytes=0-1,5-6', whole],
  ['bytes=0-1,200-300', whole],
  ['bytes=0-1,9-5', whole],
  ['bytes=', whole],
  ['bytes=-', whole],
  ['bytes=a-b', whole],
  ['bytes=0x1-5', whole],
  ['bytes=1.5-5', whole],
  ['bytes 0-5', whole],
  ['items=0-5', whole],
])('reads %s of 100 bytes', (header, range) => {
  expect(readRange(header, 100)).toEqual(range)
})

test('sends an empty file whole, whatever part is asked for', () => {
  expect(readRange('bytes=0-', 0)).toEqual(whole)
})
