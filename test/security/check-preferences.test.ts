/** Checks 1 and 2: the window has exactly its web preferences, and they stand in one literal. */
import { beforeEach, describe, expect, test } from 'vitest'
import { createWindow } from '#hosts/desktop/window/window.ts'
import { BrowserWindow, resetElectron } from '#test/stand-ins/electron.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { createMemorySettings } from '#test/stand-ins/core-options.ts'
import {
  findNodes,
  isNode,
  type Node,
  parseSource,
  readSources,
  type Source,
  visit,
  wordOf,
} from './sources.ts'

beforeEach(resetElectron)

/** The window has exactly these web preferences, and the whole program runs sandboxed. */
describe('01 web preferences exact', () => {
  test.each([false, true])('opens with exactly these preferences (developer tools: %s)', (devTools) => {
    createWindow({
      settings: createMemorySettings(),
      preload: '/preload.cjs',
      devTools,
      clock: createManualClock(),
    })
    const { webPreferences } = Object(BrowserWindow.last?.options)
    expect(webPreferences).toEqual({
      preload: '/preload.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      devTools,
    })
  })

  test('makes windows in one place, and turns the sandbox on for all', () => {
    const sources = readSources()
    const windows = findNodes(
      sources,
      (node) =>
        node.type === 'NewExpression' &&
        /^(?:BrowserWindow|BaseWindow|WebContentsView|BrowserView)$/u.test(wordOf(node['callee'])),
    )
    expect(windows).toEqual(['electron/hosts/desktop/window/window.ts: const window = new BrowserWindow({'])
    const sandboxes = findNodes(sources, (node) => wordOf(node) === 'enableSandbox')
    expect(sandboxes).toEqual([
      "electron/hosts/desktop/main.ts: if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()",
    ])
  })
})

/** Web preferences are written out in one literal: nothing spread into them, no computed key, no shorthand. */
describe('02 web preferences written out', () => {
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
})
