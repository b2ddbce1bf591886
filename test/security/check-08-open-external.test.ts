/** Check 8: one place hands addresses to the system: https alone, and to known hosts. */
import { beforeEach, expect, test } from 'vitest'
import { openExternal } from '#hosts/desktop/window/navigation.ts'
import { resetElectron, standIn } from '#test/stand-ins/electron.ts'
import { findNodes, parseSource, readSources, wordOf, type Node } from './sources.ts'

beforeEach(resetElectron)

test.each([
  'http://github.com/',
  'https://github.com.evil.example/',
  'https://evil.example/github.com',
  'https://user@github.com/',
  'https://github.com:8443/',
  'https://github.com@evil.example/',
  'file://github.com/x',
  'ms-settings:x',
  'not an address',
])('hands %s to nobody', (address) => {
  openExternal(address)
  expect(standIn.opened).toEqual([])
})

const isHandingOver = (node: Node): boolean =>
  node.type === 'MemberExpression' && wordOf(node['property']) === 'openExternal'

test('has one place that does', () => {
  expect(findNodes(readSources(), isHandingOver)).toEqual([
    'electron/hosts/desktop/window/navigation.ts: void shell.openExternal(url.href).catch(() => undefined)',
  ])
})

test.each(["shell.openExternal('https://a.example')", "shell['openExternal'](url)"])('sees %s', (text) => {
  expect(findNodes([parseSource('a.ts', text)], isHandingOver)).toHaveLength(1)
})
