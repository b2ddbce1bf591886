/** Check 19: parts of a file as RFC 9110 says: 206 and 416 exact, suffix, inverted, several, past the end. */
import { expect, test } from 'vitest'
import { readRange } from '#hosts/page/media-response.ts'
import { BYTES, inHouse } from '../hosts/page/house.ts'

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
  ['bytes=5-6,', whole],
  ['bytes=-1', part(99, 99)],
  ['bytes=-100', part(0, 99)],
  ['bytes=-1000', part(0, 99)],
  ['bytes=-0', unsatisfiable],
  ['bytes=100-', unsatisfiable],
  ['bytes=100-200', unsatisfiable],
  ['bytes=99999999999999999999999999-', unsatisfiable],
  ['bytes=200-300,-0', whole],
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

test.each([
  ['bytes=0-9', 206, 'bytes 0-9/1000', 0, 10],
  ['bytes=990-', 206, 'bytes 990-999/1000', 990, 1_000],
  ['bytes=-5', 206, 'bytes 995-999/1000', 995, 1_000],
  ['bytes=998-4000', 206, 'bytes 998-999/1000', 998, 1_000],
  ['bytes=9-0', 200, null, 0, 1_000],
  ['bytes=0-1,3-4', 200, null, 0, 1_000],
  ['bytes=1000-', 416, 'bytes */1000', 0, 0],
  ['bytes=-0', 416, 'bytes */1000', 0, 0],
])('answers %s with %i', (range, status, contentRange, start, end) =>
  inHouse(async ({ get }) => {
    const response = await get('/media/a1', { range })
    expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange])
    expect(Buffer.from(await response.arrayBuffer())).toEqual(BYTES.subarray(start, end))
  })(),
)
