/** Check 16: media are found by an opaque id; no part of an address ever becomes part of a path. */
import { expect, test } from 'vitest'
import { inHouse } from '../hosts/page/house.ts'
import { TRAVERSALS } from '../hosts/page/traversals.ts'

test('has sixty strings to get out of a folder with, all different', () => {
  expect(new Set(TRAVERSALS).size).toBeGreaterThanOrEqual(60)
})

test(
  'finds nothing under any traversal string, and hands none of them on',
  inHouse(async ({ app, get }) => {
    for (const place of ['/media/', '/inputs/', '/assets/', '/']) {
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
