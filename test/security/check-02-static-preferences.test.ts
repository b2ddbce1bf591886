/** Check 2: web preferences are written out in one literal: nothing spread into them, no computed key, no shorthand. */
import { expect, test } from 'vitest'
import { isNode, parseSource, readSources, visit, wordOf, type Node, type Source } from './sources.ts'

/** What of every `webPreferences` is not written out, one sentence each; and how many there are. */
function examine(sources: readonly Source[]): {
  readonly count: number
  readonly problems: readonly string[]
} {
  let count = 0
  const problems: string[] = []
  for (const { path, program } of sources) {
    visit(program, (node) => {
      if (node.type === 'Property' && wordOf(node['key']) === 'webPreferences') {
        count += 1
        problems.push(...problemsOf(node['value']).map((problem) => `${path}: ${problem}`))
      }
      if (isAssignment(node)) problems.push(`${path}: is assigned`)
    })
  }
  return { count, problems }
}

function problemsOf(value: unknown): string[] {
  if (!isNode(value) || value.type !== 'ObjectExpression') return ['is no literal']
  return (value['properties'] as readonly Node[]).flatMap((property) => {
    if (property.type !== 'Property') return ['has a spread']
    if (property['computed'] === true) return ['has a computed key']
    return property['shorthand'] === true ? ['has a shorthand'] : []
  })
}

/** `options.webPreferences = …` or `options['webPreferences'].sandbox = …`. */
function isAssignment(node: Node): boolean {
  if (node.type !== 'AssignmentExpression') return false
  let target = node['left']
  while (isNode(target) && target.type === 'MemberExpression') {
    if (wordOf(target['property']) === 'webPreferences') return true
    target = target['object']
  }
  return false
}

test('the preferences stand in one literal, each under its own name', () => {
  expect(examine(readSources())).toEqual({ count: 1, problems: [] })
})

test.each([
  ['f({ webPreferences: { ...more } })', 'a.ts: has a spread'],
  ['f({ webPreferences: { [key]: false } })', 'a.ts: has a computed key'],
  ['f({ webPreferences: { sandbox } })', 'a.ts: has a shorthand'],
  ['f({ webPreferences: preferences })', 'a.ts: is no literal'],
  ['f({ webPreferences })', 'a.ts: is no literal'],
  ['options.webPreferences = {}', 'a.ts: is assigned'],
  ["options['webPreferences'].sandbox = false", 'a.ts: is assigned'],
])('sees what is wrong with %s', (text, problem) => {
  expect(examine([parseSource('a.ts', text)]).problems).toEqual([problem])
})
