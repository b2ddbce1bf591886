/** Check 16: media are found by an opaque id; no part of an address ever becomes part of a path. */
import { expect, test } from 'vitest'
import { inHouse } from '../hosts/page/house.ts'

/** What attackers write where a name is expected, to get out of a folder or to end a name early; separated by blanks. */
const PARTS = [
  '.. . ../secrets.json ..%2fsecrets.json %2e%2e%2fsecrets.json %2e%2e/secrets.json',
  '..%5csecrets.json ..\\secrets.json ....//secrets.json ..;/secrets.json',
  '%252e%252e%252fsecrets.json ..%c0%afsecrets.json %c0%ae%c0%ae/secrets.json ..%00 a1%00.png',
  'a1%0d%0aset-cookie:x a1%20 a1. a1/ a1//thumb a1/thumb/ a1/thumb/../../secrets.json /etc/passwd',
  '%2fetc%2fpasswd C:%5cwindows file:%2f%2f%2fetc ~ ~root con ..%u2215secrets.json %ff % %zz',
  'a1;x=1 a1%3fx a1%23x \u202etest é',
  '.../secrets.json ...%2fsecrets.json ..%2f..%2fsecrets.json %2e%2e%5csecrets.json ..%255csecrets.json',
  '%2e%2e%2e%2e//secrets.json .%2e/secrets.json %2e./secrets.json ./../secrets.json a1/../../secrets.json',
  'a1%2f..%2f..%2fsecrets.json a1%5c..%5csecrets.json ..%e0%80%afsecrets.json ..%f0%80%80%afsecrets.json',
  '..%uff0fsecrets.json ..%ef%bc%8fsecrets.json %5c%5cserver%5cshare //server/share',
  'aux nul.png lpt1 a1:$DATA a1::$INDEX_ALLOCATION secrets.json%20 secrets.json. __proto__ constructor',
  'link.png linked/secrets.json media-other/x.png ab/ab.png ../media-other/x.png',
].join(' ')

/** Each stands where an id or a file name is expected. */
const TRAVERSALS = [...PARTS.split(' '), 'x'.repeat(201), '']

test('has sixty strings to get out of a folder with, all different', () => {
  expect(new Set(TRAVERSALS).size).toBeGreaterThanOrEqual(60)
})

test(
  'finds nothing under any traversal string, and hands none of them on',
  inHouse(async ({ app, get }) => {
    for (const place of ['/media/', '/inputs/', '/thumbnails/', '/thumbnails/a1,', '/assets/', '/']) {
      for (const traversal of TRAVERSALS.filter((text) => place !== '/' || !['', '.', '..'].includes(text))) {
        const response = await get(place + traversal)
        const text = await response.text()
        expect([place + traversal, text.includes('SECRET') || text.includes('root:')]).toEqual([
          place + traversal,
          false,
        ])
        expect([200, 404]).toContain(response.status)
      }
    }
    expect(app.asked.filter((asked) => !/^(asset|thumb|input) [\w-]{1,200}$/.test(asked))).toEqual([])
  }),
)
