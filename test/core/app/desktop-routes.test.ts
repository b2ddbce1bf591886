/** The calls of a program with a window of its own: assets in, files out, and an honest no where there is none. */
import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { createDesktopHandlers } from '#core/app/app-routes.ts'
import { createExchangeHandlers } from '#core/library/exchange/exchange-routes.ts'
import type { Library } from '#core/library/library.ts'
import type { Shell } from '#core/ports/shell.ts'

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

test('drags the files of assets out, each once, with the picture of the first', async () => {
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
    await handlers['library.dragOut']({ ids: ['aa1'] }),
  ]).toMatchObject([
    { ok: true, data: { items: [] } },
    { ok: true, data: { items: [] } },
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
