import { expect, it } from 'vitest'
import { formatRoute, parseRoute } from '#renderer/app/router.ts'

it.each([
  ['', { place: 'create', id: null }],
  ['#/queue', { place: 'queue', id: null }],
  ['#/queue/tsk%2F1', { place: 'queue', id: 'tsk/1' }],
  ['#/gallery/a', { place: 'gallery', id: 'a' }],
  ['#/settings/queue', { place: 'settings', id: 'queue' }],
  ['#/create/x', { place: 'create', id: null }],
  ['#/elsewhere', { place: 'create', id: null }],
  ['#/queue/%E0%A4%A', { place: 'queue', id: null }],
])('reads %j', (hash, route) => {
  expect(parseRoute(hash)).toEqual(route)
})

it('writes what it reads', () => {
  expect(parseRoute(formatRoute('gallery', 'ä/#?'))).toEqual({ place: 'gallery', id: 'ä/#?' })
})
