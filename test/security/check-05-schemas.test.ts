/**
 * Check 5: every call has a strict schema and a largest size, and survives a thousand hostile inputs.
 *
 * @slow A thousand inputs for each call instead of a hundred.
 */
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { App } from '#core/app.ts'
import type { Handlers } from '#core/calls/handlers.ts'
import { createGuard, createRouter } from '#core/router.ts'
import { type RouteName, routes } from '#contract/routes.ts'
import { connectPage } from '#hosts/desktop/window/ipc.ts'
import { createWindow } from '#hosts/desktop/window/window.ts'
import { BrowserWindow, ipcMain, resetElectron } from '#test/stand-ins/electron.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { createMemorySettings } from '#test/stand-ins/core-options.ts'
import { scaled } from '#test/stand-ins/scale.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'
import type { Random } from '#core/ports/clock.ts'
import { connectFakeApp } from '../hosts/desktop/window/ipc-setup.ts'
import { say } from '#test/stand-ins/say.ts'

const NAMES = Object.keys(routes) as RouteName[]
const INPUTS = scaled(100, 1_000)

beforeEach(resetElectron)

test('no schema takes a key that it does not name', () => {
  const open = NAMES.flatMap((name) =>
    openPlaces(shapeOf(routes[name].input)).map((path) => `${name} ${path}`),
  )
  expect(open).toEqual([])
  expect(openPlaces(shapeOf(z.strictObject({ a: z.array(z.looseObject({ b: z.string() })) })))).toEqual([
    '.a[]',
  ])
})

/** The page's end of the line, with the real router and handlers that keep what reaches them. */
function openLine() {
  const reached: (readonly [name: string, input: unknown])[] = []
  const handlers = Object.fromEntries(
    NAMES.map((name) => [
      name,
      (input: unknown) => {
        reached.push([name, input])
        return { ok: true, data: {} }
      },
    ]),
  ) as unknown as Handlers
  const app: Pick<App, 'call' | 'subscribe'> = {
    call: createRouter(handlers, createGuard({ say, log: () => undefined })),
    subscribe: () => () => undefined,
  }
  const { window } = createWindow({
    settings: createMemorySettings(),
    preload: '/p.cjs',
    devTools: false,
    clock: createManualClock(),
  })
  const stand = BrowserWindow.last
  if (!stand) throw new Error('no window')
  connectPage({ app, window, say, receiveFile: async () => null })
  const own = { sender: stand.webContents, senderFrame: stand.webContents.mainFrame }
  const call = (...args: readonly unknown[]) => ipcMain.handlers.get('atelier:call')?.(own, ...args)
  return { call, reached }
}

const response = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({
    ok: z.literal(false),
    error: z.object({ code: z.enum(['invalid_input', 'not_found']), message: z.string().min(1) }),
  }),
])

test.each(NAMES)('%s survives hostile inputs, one after the other', async (name) => {
  const { call, reached } = openLine()
  const random = seededRandom(NAMES.indexOf(name) + 1)
  const shape = shapeOf(routes[name].input)
  const refused: string[] = []
  for (let count = 0; count < INPUTS; count += 1) {
    const text = hostileInput(shape, random)
    const result = response.safeParse(await call(name, JSON.parse(text)))
    if (!result.success) throw new Error(`${name} answered ${text.slice(0, 200)} with something else`)
    if (!result.data.ok) refused.push(text)
  }
  expect(refused.length).toBeGreaterThan(INPUTS / 10)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  for (const [, input] of reached) {
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype)
    expect(routes[name].input.safeParse(input).success).toBe(true)
  }
})

test.each([
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'app',
  'app.info ',
  'x'.repeat(101),
])('there is no call named %j', async (name) => {
  const { call, reached } = openLine()
  expect(await call(name, {})).toMatchObject({ ok: false, error: { code: 'not_found' } })
  expect(reached).toEqual([])
})

const cycle: Record<string, unknown> = {}
cycle['self'] = cycle

test.each([
  ['a payload above the limit', 'a.b', { text: 'x'.repeat(2 ** 20) }, 'invalid_input'],
  ['a payload of too many values', 'a.b', Array.from({ length: 300_001 }, () => 1), 'invalid_input'],
  ['a cycle', 'a.b', cycle, 'invalid_input'],
  ['a bigint', 'a.b', { n: 1n }, 'invalid_input'],
  ['no payload', 'a.b', undefined, 'invalid_input'],
  ['a function', 'a.b', () => 1, 'invalid_input'],
  ['a route that is not text', ['a.b'], {}, 'not_found'],
])('refuses %s', async (_, route, input, code) => {
  const { app, call, own } = connectFakeApp()
  expect(await call(own, route, input)).toMatchObject({ ok: false, error: { code } })
  expect(app.calls).toEqual([])
})

/** What stands where something else belongs. As JSON, since `__proto__` is a key of its own only there. */
const WRONG: readonly string[] = [
  'null',
  'true',
  '-1',
  '1e308',
  '0.5',
  '9007199254740993',
  '""',
  '"\\u0000"',
  '[]',
  '{}',
  '[[[[[[]]]]]]',
  '"../../etc/passwd"',
  '"__proto__"',
  '"constructor"',
  '"\\ud800"',
  '"<img src=x onerror=alert(1)>"',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '[{"__proto__":[]}]',
  '{"toString":1}',
  '{"then":1}',
  '{"length":1e9}',
  '"\'; DROP TABLE assets; --"',
  '"\\r\\nSet-Cookie: a=b"',
  JSON.stringify('x'.repeat(100_000)),
  '['.repeat(500) + ']'.repeat(500),
]

interface Shape {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly additionalProperties?: boolean | Shape
}

/** The schema as JSON Schema says it. */
function shapeOf(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Shape
}

/** JSON text of an input for `shape`, wrong in most cases. */
function hostileInput(shape: Shape, random: Random): string {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  const wrong = (): string => pick(WRONG) ?? 'null'
  return write(shape)

  function write(part: Shape): string {
    if (random() < 0.15) return wrong()
    if (part.anyOf) return write(pick(part.anyOf) ?? {})
    if (part.const !== undefined) return JSON.stringify(part.const)
    if (part.enum) return JSON.stringify(pick(part.enum))
    switch (part.type) {
      case 'object':
        return writeObject(part)
      case 'array':
        return `[${Array.from({ length: Math.floor(random() * 3) }, () => write(part.items ?? {})).join()}]`
      case 'boolean':
        return 'true'
      case 'integer':
      case 'number':
        return '1'
      default:
        return '"a1"'
    }
  }

  function writeObject({ properties = {}, required = [] }: Shape): string {
    const kept = Object.entries(properties).filter(([key]) => required.includes(key) || random() < 0.5)
    const entries = kept.map(([key, value]) => `${JSON.stringify(key)}:${write(value)}`)
    if (random() < 0.3)
      entries.push(`${pick(['"__proto__"', '"constructor"', '"unheardOf"']) ?? ''}:${wrong()}`)
    return `{${entries.join()}}`
  }
}

/** Places in a shape where keys that nobody named are taken, by their path. Maps of a named kind are not among them. */
function openPlaces(shape: Shape, path = ''): string[] {
  const own = shape.properties && shape.additionalProperties !== false ? [path] : []
  const below = Object.entries(shape.properties ?? {}).flatMap(([key, value]) =>
    openPlaces(value, `${path}.${key}`),
  )
  const items = shape.items ? openPlaces(shape.items, `${path}[]`) : []
  const any = (shape.anyOf ?? []).flatMap((part) => openPlaces(part, path))
  return [...own, ...below, ...items, ...any]
}
