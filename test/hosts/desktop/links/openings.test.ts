import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import {
  collectOpenings,
  handOver,
  readOpenings,
  readRecipeFile,
  type Opening,
} from '#hosts/desktop/links/openings.ts'
import { app, resetElectron } from '#test/stand-ins/electron.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import type { EventMessage } from '#contract/events.ts'
import { createCommands } from '#hosts/desktop/links/commands.ts'
import { parseDeepLink } from '#hosts/desktop/links/deep-links.ts'

beforeEach(resetElectron)

function follow(openings: ReturnType<typeof collectOpenings>) {
  const taken: (Opening | 'asked')[] = []
  openings.follow(
    (opening) => void taken.push(opening),
    () => void taken.push('asked'),
  )
  return taken
}

test('finds links and files that may carry a recipe, and nothing else', () => {
  const folder = resolve('/somewhere')
  const words = [
    'main.js',
    '--data-dir',
    '/d',
    '--x=a.png',
    'atelier://task/a',
    'A.PNG',
    '/b/c.mp4',
    'notes.txt',
    'a\0.png',
    'file:///b/a%20fox.png',
    'FILE:///b/notes.txt',
    'file://another-computer/b/a.png',
    'file:///b/a%00.png',
  ]
  expect(readOpenings(words, folder)).toEqual([
    { kind: 'link', link: 'atelier://task/a' },
    { kind: 'file', path: join(folder, 'A.PNG') },
    { kind: 'file', path: resolve('/b/c.mp4') },
    { kind: 'file', path: resolve('/b/a fox.png') },
  ])
  expect(readOpenings(Array(1_000).fill('a.png'), folder)).toHaveLength(20)
})

test('keeps what comes before anybody takes it', () => {
  const openings = collectOpenings(['atelier://task/a'])
  let prevented = 0
  const event = { preventDefault: () => (prevented += 1) }
  app.emit('open-url', event, 'atelier://task/b')
  app.emit('open-file', event, '/c.png')
  const taken = follow(openings)
  expect([prevented, taken]).toEqual([
    2,
    [
      { kind: 'link', link: 'atelier://task/a' },
      { kind: 'link', link: 'atelier://task/b' },
      { kind: 'file', path: '/c.png' },
    ],
  ])
  app.emit('open-url', event, 'atelier://task/d')
  expect(taken.slice(3)).toEqual([{ kind: 'link', link: 'atelier://task/d' }, 'asked'])
})

test('what starts Atelier for an agent opens nothing and brings nothing forward', () => {
  const taken = follow(collectOpenings([]))
  app.emit('second-instance', {}, [], '/', handOver(['--background', '--data-dir', '/d', 'a.png']))
  expect(taken).toEqual([])
})

test('takes the arguments of a second start in the order they were given', () => {
  const taken = follow(collectOpenings([]))
  app.emit(
    'second-instance',
    {},
    ['reordered', 'by', 'chromium'],
    '/',
    handOver(['b.png', 'atelier://task/a']),
  )
  expect(taken).toEqual([
    { kind: 'file', path: resolve('b.png') },
    { kind: 'link', link: 'atelier://task/a' },
    'asked',
  ])
})

test.each([
  undefined,
  null,
  'atelier://task/a',
  { words: 'atelier://task/a', folder: '/' },
  { words: [1], folder: '/' },
  { words: ['atelier://task/a'] },
  { words: ['a'.repeat(40_001)], folder: '/' },
])('only comes forward for a second start that says %j', (data) => {
  const taken = follow(collectOpenings([]))
  app.emit('second-instance', {}, ['atelier://task/a'], '/', data)
  expect(taken).toEqual(['asked'])
})

test('reads files alone', async () => {
  const folder = await makeTempDir()
  const path = join(folder, 'a.png')
  await writeFile(path, 'abc')
  expect(await readRecipeFile(path)).toEqual(new Uint8Array(Buffer.from('abc')))
  expect(await Promise.all([folder, join(folder, 'none.png'), '/dev/zero'].map(readRecipeFile))).toEqual([
    null,
    null,
    null,
  ])
})

const openTask = (id: string) => ({ kind: 'openTask', id }) as const

test('keeps commands until the page listens, and sends them on from then', () => {
  const commands = createCommands()
  const heard: EventMessage[] = []
  commands.subscribe((event) => heard.push(event))
  commands.send(openTask('a'))
  expect([heard, commands.take(), commands.take()]).toEqual([[], [openTask('a')], []])
  commands.send(openTask('b'))
  expect(heard).toEqual([{ name: 'command.invoked', data: { command: openTask('b') } }])
  commands.pageLeft()
  commands.send(openTask('c'))
  expect([heard.length, commands.take()]).toEqual([1, [openTask('c')]])
})

test('keeps the last of very many', () => {
  const commands = createCommands()
  for (let at = 0; at < 100; at++) commands.send(openTask(String(at)))
  const taken = commands.take()
  expect([taken.length, taken.at(-1)]).toEqual([20, openTask('99')])
})

test.each([
  ['atelier://task/tsk_1-A', { kind: 'openTask', id: 'tsk_1-A' }],
  ['atelier://gallery', { kind: 'run', command: 'place:gallery' }],
  ['atelier://create', { kind: 'fillForm', fields: {} }],
  ['atelier://create?prompt=A%20fox%0A%22x%22', { kind: 'fillForm', fields: { prompt: 'A fox\n"x"' } }],
  [
    'atelier://create/?prompt=a+fox&provider=p&model=m%2F1&media=video',
    { kind: 'fillForm', fields: { prompt: 'a fox', provider: 'p', model: 'm/1', mediaType: 'video' } },
  ],
])('reads %s', (link, command) => {
  expect(parseDeepLink(link)).toEqual(command)
})

test.each([
  '',
  'atelier:',
  'atelier://',
  'atelier://app/',
  'atelier://app/media/x',
  'atelier://task',
  'atelier://task/',
  'atelier://task/a/b',
  'atelier://task/../app',
  'atelier://task/a%2Fb',
  'atelier://task/a?press=1',
  'atelier://task/a#b',
  'atelier://task:80/a',
  'atelier://user:secret@task/a',
  `atelier://task/${'a'.repeat(101)}`,
  'atelier://tasks/a',
  'atelier://gallery/a',
  'atelier://gallery?delete=1',
  'atelier://create/now',
  'atelier://create?send=1',
  'atelier://create?prompt=a&prompt=b',
  'atelier://create?prompt=a&__proto__=b',
  'atelier://create?media=script',
  'atelier://create?media=image&mediaType=image',
  'atelier://create?model=',
  `atelier://create?prompt=${'a'.repeat(20_001)}`,
  `atelier://create?model=${'a'.repeat(301)}`,
  `atelier://create?${'a'.repeat(32_000)}`,
  'atelier://create?prompt=a\nb',
  'atelier://create?prompt=a\0',
  'https://create?prompt=a',
  'ATELIER-X://task/a',
  'javascript:alert(1)',
  'file:///etc/passwd',
])('reads nothing in %j', (link) => {
  expect(parseDeepLink(link)).toBeNull()
})
