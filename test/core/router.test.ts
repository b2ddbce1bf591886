/** Every call ends here: parsed, handled, and answered as data whatever happens. */
import { expect, test } from 'vitest'
import { type RouteName, routes } from '#contract/routes.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'

const NAMES = Object.keys(routes) as RouteName[]

test('every call refuses what it does not take, and throws nothing', async () => {
  const app = await openTestApp()
  const hostile: unknown[] = [
    null,
    undefined,
    7,
    'x',
    [],
    { unheardOf: 1 },
    JSON.parse('{"__proto__": {"polluted": true}}'),
    { id: 7 },
    { id: '' },
    { ids: [] },
    { limit: 0, cursor: 7 },
    { requests: [] },
  ]
  for (const name of NAMES) {
    for (const input of hostile) {
      const result = await app.app.call(name, input)
      const { code, message } = result.ok ? { code: 'taken', message: 'taken' } : result.error
      expect(code, name).not.toBe('internal')
      expect(message, name).toMatch(/\S/)
    }
    const strange = await app.app.call(name, { unheardOf: 1 })
    expect(strange, name).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
  }
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test.each([
  ['profiles.create', { name: ' ', baseUrl: 'x' }, 'name'],
  ['profiles.create', { name: 'x', baseUrl: 'http://api.example.com' }, 'baseUrl'],
  [
    'tasks.submit',
    { requests: [{ provider: 'p', mediaType: 'film', model: 'm', scene: 'x' }] },
    'requests.0.mediaType',
  ],
  [
    'tasks.submit',
    { requests: [{ provider: 'p', mediaType: 'image', model: 'm', scene: 'text-to-image' }] },
    'requests.0.prompt',
  ],
  [
    'tasks.submit',
    {
      requests: [
        { provider: 'p', mediaType: 'image', model: 'm', scene: 'text-to-image', prompt: 'x', options: [] },
      ],
    },
    'requests.0.options',
  ],
  [
    'tasks.submit',
    {
      profileId: 'nobody',
      requests: [{ provider: 'p', mediaType: 'image', model: 'm', scene: 'text-to-image', prompt: 'x' }],
    },
    'profileId',
  ],
  ['tasks.list', { limit: 501 }, 'limit'],
  ['tasks.list', { states: ['asleep'] }, 'states.0'],
  ['library.query', { minRating: 6 }, 'minRating'],
  ['library.update', { ids: ['x'], rating: 2.5 }, 'rating'],
  ['contact.send', { email: 'nobody', content: 'x' }, 'email'],
  ['contact.send', { email: 'a@example.com', content: 'x'.repeat(5_001) }, 'content'],
  ['settings.set', { queue: { concurrency: 0 } }, 'queue.concurrency'],
])('%s names the field at fault in %j', async (name, input, field) => {
  const app = await openTestApp()
  const result = await app.app.call(name, input)
  expect(result).toMatchObject({ ok: false, error: { field } })
  expect(result.ok ? '' : result.error.message).toMatch(/\.$|:/)
})

test.each(['nobody.knows', '', '__proto__', 'constructor', 'toString', 'x'.repeat(10_000)])(
  'has no call named %.40s',
  async (name) => {
    const app = await openTestApp()
    const result = await app.app.call(name, {})
    expect(result).toMatchObject({ ok: false, error: { code: 'not_found' } })
    expect(JSON.stringify(result).length).toBeLessThan(300)
  },
)

test('answers an unforeseen error as internal, and writes it to the log', async () => {
  const app = await openTestApp()
  await app.close()
  expect(await app.app.call('tasks.list', {})).toMatchObject({
    ok: false,
    error: {
      code: 'internal',
      message: 'Something went wrong in Atelier during “tasks.list”. The log file has the details.',
    },
  })
  expect(app.logLines.join('\n')).toMatch(/tasks\.list failed: .+/)
})

test('says what only another host can do', async () => {
  const app = await openTestApp()
  for (const [name, input] of [
    ['app.launchUrl', {}],
    ['library.reveal', { id: 'x' }],
  ] as const) {
    expect(await app.app.call(name, input)).toMatchObject({
      ok: false,
      error: { code: 'not_available_here' },
    })
  }
})
