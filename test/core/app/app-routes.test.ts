/** The calls of a program with a window of its own: assets in, files out, and an honest no where there is none. */
import { routes } from '#contract/routes.ts'
import { createDesktopHandlers, createUpdateHandlers } from '#core/app/app-routes.ts'
import { createExchangeHandlers } from '#core/library/exchange/exchange-routes.ts'
import type { Library } from '#core/library/library.ts'
import type { Shell, Updates } from '#core/ports/shell.ts'
import type { UpdateState } from '#contract/app.ts'
import type { EventMessage } from '#contract/events.ts'
import { createEventBus } from '#core/calls/events.ts'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFileSaver } from '#core/app/save-file.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { tryTmpfs } from '#test/stand-ins/small-disks.ts'

/** Assets whose id names their content. */
function libraryOf(...ids: readonly string[]): Library {
  const library = {
    find: (id: string) => (ids.includes(id) ? { id, sha256: id.slice(0, 2), extension: 'png' } : null),
    thumbnails: { ensure: async ({ id }: { id: string }) => `/thumbs/${id}.webp` },
    media: { path: (sha256: string, extension: string) => `/media/${sha256}.${extension}` },
  }
  return library as unknown as Library
}

function outgoingOf(library: Library, shell: Shell | undefined) {
  const never = { start: () => Promise.reject(new Error('Not asked for.')) }
  return createExchangeHandlers(never, never, library, shell)
}

test('drags the files of assets out, each once, with the image of the first', async () => {
  const dragged: unknown[] = []
  const shell: Shell = {
    reveal: async () => undefined,
    dragOut: async (...all) => void dragged.push(all),
  }
  const handlers = outgoingOf(libraryOf('aa1', 'aa2', 'bb1'), shell)
  expect(await handlers['library.dragOut']({ ids: ['gone', 'aa1', 'bb1', 'aa2'] })).toEqual({
    ok: true,
    data: {},
  })
  expect(dragged).toEqual([[['/media/aa.png', '/media/bb.png'], '/thumbs/aa1.webp']])
  expect(await handlers['library.dragOut']({ ids: ['gone', '/etc/passwd'] })).toMatchObject({
    error: { code: 'not_found' },
  })
  expect(dragged).toHaveLength(1)
})

test('has nothing on a host without a window of its own', async () => {
  const handlers = {
    ...createDesktopHandlers(undefined),
    ...outgoingOf(libraryOf('aa1'), undefined),
  }
  expect([
    await handlers['desktop.commands']({}),
    await handlers['desktop.spellLanguages']({}),
    await handlers['desktop.notifications']({}),
    await handlers['library.dragOut']({ ids: ['aa1'] }),
  ]).toMatchObject([
    { ok: true, data: { items: [] } },
    { ok: true, data: { items: [] } },
    { ok: true, data: { state: 'fine' } },
    { ok: false, error: { code: 'not_available_here' } },
  ])
})

test('copies a text as it is, on a host with a clipboard of its own', async () => {
  const copied: string[] = []
  const shell: Shell = { reveal: async () => undefined, copyText: async (text) => void copied.push(text) }
  const text = ' a fox\n🦊\0'
  expect(await createDesktopHandlers(shell)['desktop.copyText']({ text })).toEqual({
    ok: true,
    data: {},
  })
  expect(copied).toEqual([text])
  expect(await createDesktopHandlers(undefined)['desktop.copyText']({ text })).toMatchObject({
    error: { code: 'not_available_here' },
  })
})

test.each([
  ['desktop.copyText', { text: 'x'.repeat(1_000_000) }, { text: 'x'.repeat(1_000_001) }],
  ['desktop.copyText', { text: '' }, { text: 'a', html: '<b>a</b>' }],
  ['app.reportFault', { message: 'x'.repeat(2_000) }, { message: 'x'.repeat(2_001) }],
  [
    'app.reportFault',
    { message: 'a', stack: 'x'.repeat(10_000) },
    { message: 'a', stack: 'x'.repeat(10_001) },
  ],
  ['app.reportFault', { message: '' }, { message: 'a', url: 'b' }],
] as const)('%s takes so much and no more', (name, largest, beyond) => {
  const { input } = routes[name]
  expect([input.safeParse(largest).success, input.safeParse(beyond).success]).toEqual([true, false])
})

test('hands over what waited for the page', async () => {
  const command = { kind: 'openTask', id: 't1' } as const
  const shell: Shell = {
    reveal: async () => undefined,
    takeCommands: () => [command],
    spellLanguages: () => ['de'],
  }
  const handlers = createDesktopHandlers(shell)
  expect([await handlers['desktop.commands']({}), await handlers['desktop.spellLanguages']({})]).toEqual([
    { ok: true, data: { items: [command] } },
    { ok: true, data: { items: ['de'] } },
  ])
})

const ROUTES = ['app.updates', 'app.checkForUpdates', 'app.downloadUpdate', 'app.installUpdate'] as const

test('a host that cannot replace the program says so', async () => {
  const handlers = createUpdateHandlers(
    undefined,
    createEventBus(() => undefined),
  )
  for (const route of ROUTES) {
    expect(await handlers[route]({})).toMatchObject({ ok: false, error: { code: 'not_available_here' } })
  }
})

test('each call answers with what came of it, and every state is announced', async () => {
  const events = createEventBus(() => undefined)
  const seen: EventMessage[] = []
  events.subscribe((event) => seen.push(event))
  let tell = (_state: UpdateState): void => undefined
  const updates: Updates = {
    current: () => ({ state: 'current', checkedAt: 5 }),
    check: async () => ({ state: 'available', version: '2.0.0' }),
    download: async () => ({ state: 'ready', version: '2.0.0' }),
    install: () => ({ state: 'installing', version: '2.0.0' }),
    follow: (listener) => {
      tell = listener
      return () => undefined
    },
  }
  const handlers = createUpdateHandlers(updates, events)
  const states = []
  for (const route of ROUTES) {
    const response = await handlers[route]({})
    states.push(response.ok && response.data.state)
  }
  expect(states).toEqual(['current', 'available', 'ready', 'installing'])
  tell({ state: 'checking' })
  expect(seen).toEqual([{ name: 'update.changed', data: { update: { state: 'checking' } } }])
})

const BYTES = Buffer.from('{"a":1}')
const partsIn = (folder: string) => (name: string) => join(folder, name)

/** The user's answers in the dialog, by the name that was proposed. */
async function setUp(answer: (folder: string, name: string) => string | null) {
  const folder = await makeTempDir()
  const proposed: string[] = []
  const save = createFileSaver(
    async (name) => {
      proposed.push(name)
      return answer(folder, name)
    },
    partsIn(await makeTempDir()),
  )
  return { folder, proposed, save }
}

test('writes the file where the user says, over what was agreed to', async () => {
  const { folder, save } = await setUp((place) => join(place, 'mine.json'))
  await writeFile(join(folder, 'mine.json'), 'before')
  expect(await save('preset.json', BYTES)).toEqual({ ok: true, data: { saved: true } })
  expect([await readFile(join(folder, 'mine.json')), await readdir(folder)]).toEqual([BYTES, ['mine.json']])
})

test('writes nothing where the dialog is closed', async () => {
  const { folder, save } = await setUp(() => null)
  expect(await save('preset.json', BYTES)).toEqual({ ok: true, data: { saved: false } })
  expect(await readdir(folder)).toEqual([])
})

test('proposes names and never a place', async () => {
  const { proposed, save } = await setUp(() => null)
  await save('../../.ssh/a\u202Efox.JSON', BYTES)
  await save('C:\\con.txt', BYTES)
  await save('two\nlines\0.png', BYTES)
  await save('.atelier', BYTES)
  expect(proposed).toEqual(['ssh-afox.json', 'C-con.txt', 'two lines.png', 'asset.atelier'])
})

test.each(['a.exe', 'a.desktop', 'a.json.sh', 'a', '', 'a.png\n.bat', 'a.png '])(
  'asks nobody about %j, which the page does not make',
  async (name) => {
    const { proposed, save } = await setUp((folder, given) => join(folder, given))
    expect(await save(name, BYTES)).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
    expect(proposed).toEqual([])
  },
)

test('what was there stays where the disk refuses, and the user reads why', async () => {
  const { folder, save } = await setUp((place) => join(place, 'gone', 'mine.json'))
  expect(await save('preset.json', BYTES)).toMatchObject({
    ok: false,
    error: { code: 'disk_error', id: 'app.saveFile.failed' },
  })
  await mkdir(join(folder, 'there.json'))
  const overFolder = createFileSaver(async () => join(folder, 'there.json'), partsIn(await makeTempDir()))
  expect(await overFolder('preset.json', BYTES)).toMatchObject({ ok: false, error: { code: 'disk_error' } })
  expect(await readdir(folder)).toEqual(['there.json'])
})

test('a disk that becomes full leaves what was there, and nothing half', async ({ skip }) => {
  const { folder, save } = await setUp((place) => join(place, 'mine.png'))
  if (!tryTmpfs(folder, 'size=64k')) return skip('mounting is not permitted')
  await writeFile(join(folder, 'mine.png'), 'before')
  expect(await save('image.png', Buffer.alloc(200_000))).toMatchObject({
    ok: false,
    error: { code: 'disk_full' },
  })
  expect([await readFile(join(folder, 'mine.png'), 'utf8'), await readdir(folder)]).toEqual([
    'before',
    ['mine.png'],
  ])
})
