/** A sequence from a terminal: planned and priced, sent only when asked, and nothing of it paid twice. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Sequence, Shot } from '#contract/sequences.ts'
import { createSay } from '#core/messages/render.ts'
import { openCore } from '#hosts/command-line/open-core.ts'
import { readSequenceArguments, runSequence } from '#hosts/command-line/run-sequence.ts'
import { askCore } from '#test/stand-ins/core-options.ts'
import { accept, type LedgerEntry } from '#test/stand-ins/faulty-responses.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { slow } from '#test/stand-ins/scale.ts'

const KEY = 'key-for-tests'

const shot = (id: string, more: Partial<Shot> = {}): Shot => ({
  id,
  title: `Shot ${id}`,
  mediaType: 'image',
  provider: 'stand-in',
  model: 'sample',
  prompt: `fox ${id}`,
  ...more,
})

async function prepare(content: unknown, longestSilenceMs = 60_000) {
  const folder = await makeTempDir()
  const service = await openFaultyService()
  const say = await createSay('en')
  const file = join(folder, 'film.json')
  const out = join(folder, 'out')
  const write = (next: unknown) => writeFile(file, typeof next === 'string' ? next : JSON.stringify(next))
  await write(content)
  const running = { interrupt: (): void => undefined }
  const run = (...more: string[]) => runFile(file, ...more)
  const runFile = async (path: string, ...more: string[]) => {
    const words = [path, '--out', out, '--data-dir', folder, '--base-url', service.baseUrl, ...more]
    const asked = readSequenceArguments(words)
    if (!asked.ok || asked.data === 'help') throw new Error('The arguments are wrong.')
    const told: string[] = []
    const interrupt = new AbortController()
    running.interrupt = () => interrupt.abort()
    const ended = await runSequence(asked.data, {
      say,
      tell: (said) => void told.push(say(said)),
      signal: interrupt.signal,
      env: { ATELIER_API_KEY: KEY },
      longestSilenceMs,
    })
    return { ...ended, told }
  }
  const library = join(folder, 'command-line', 'sequences')
  const sequences = () => readdir(join(library, 'sequences'))
  return { service, run, runFile, running, write, library, sequences, files: () => readdir(out) }
}

const prompts = (requests: readonly LedgerEntry[]) =>
  requests.map(({ body }) => (body as { prompt?: string }).prompt)

slow(
  'plans without sending, sends with --yes, and pays for nothing again',
  { timeout: 240_000 },
  async () => {
    const shots = [shot('a'), shot('b', { from: { shotId: 'a' } })]
    const { service, run, files, sequences } = await prepare({ name: 'Fox', shots })
    const planned = await run()
    expect(planned).toMatchObject({ code: 0, output: '' })
    expect(planned.told).toEqual([
      'Shot a: new, unpriced.',
      'Shot b: waits for another shot, unpriced. Waits for shot “Shot a”.',
      '2 requests, 0 shots made already: unpriced.',
      'Nothing was sent. Add --yes to send it.',
    ])
    expect(service.generates()).toHaveLength(0)
    const sent = await run('--yes')
    expect(sent.code).toBe(0)
    expect(await files()).toEqual(['001-shot-a.png', '002-shot-b.png'])
    expect(sent.output.split('\n')).toHaveLength(2)
    const again = await run('--yes', '--json')
    expect(JSON.parse(again.output)).toMatchObject({ requests: 0, reused: 2 })
    expect(await files()).toHaveLength(2)
    expect(await sequences()).toHaveLength(1)
    expect(service.generates()).toHaveLength(2)
  },
)

slow('keeps the sequences of two files apart, though both have the same name', async () => {
  const { run, runFile, sequences } = await prepare({ name: 'Fox', shots: [shot('a')] })
  expect((await run('--yes')).code).toBe(0)
  const other = join(await makeTempDir(), 'film.json')
  await writeFile(other, JSON.stringify({ name: 'Fox', shots: [shot('a', { prompt: 'a wolf' })] }))
  expect((await runFile(other)).told[0]).toBe('Shot a: new, unpriced.')
  expect((await run()).told[0]).toBe('Shot a: made.')
  expect(await sequences()).toHaveLength(2)
})

slow('takes a seed that is longer than a number as its file has it', async () => {
  const text = JSON.stringify({ name: 'Fox', shots: [shot('a', { options: { seed: 0 } })] })
  const { run, library, sequences } = await prepare(
    `\uFEFF${text.replace('"seed":0', '"seed":1234567890123456789')}`,
  )
  expect((await run()).code).toBe(0)
  const [name = ''] = await sequences()
  const { shots } = JSON.parse(await readFile(join(library, 'sequences', name), 'utf8')) as Sequence
  expect(shots[0]?.options).toEqual({ seed: '1234567890123456789' })
})

slow('waits for what a service works on, and not for a frame that no page takes', async () => {
  const shots = [shot('a', { mediaType: 'video' }), shot('b', { from: { shotId: 'a' } })]
  const { service, run, files } = await prepare({ name: 'Fox', shots }, 1)
  const { code, told } = await run('--yes')
  expect(code).toBe(1)
  expect(await files()).toEqual(['001-shot-a.png'])
  expect(told.at(-1)).toBe("Shot b wasn't made. Waits for the last frame of the video it goes on from.")
  expect(service.generates()).toHaveLength(1)
})

slow('ends with a task whose key is refused, and sends it only when it is asked again', async () => {
  const { service, run, files } = await prepare({ name: 'Fox', shots: [shot('a')] }, 1)
  service.keys = ['another key']
  expect((await run('--yes')).code).toBe(1)
  expect(await files()).toEqual([])
  service.keys = null
  const before = service.generates().length
  expect((await run()).told.at(-1)).toBe('Nothing was sent. Add --yes to send it.')
  expect(service.generates()).toHaveLength(before)
  expect((await run('--yes')).code).toBe(0)
  expect(service.generates()).toHaveLength(before + 1)
})

slow('sends nothing that a killed run left unless it is asked again', async () => {
  const { service, run, library } = await prepare({ name: 'Fox', shots: [shot('a')] })
  service.keys = [KEY]
  const opened = await openCore(library)
  if (!opened.ok) throw new Error(`The core did not open: ${opened.error.id}`)
  const app = opened.data
  const { baseUrl } = service
  const profile = { kind: 'generation-service', name: 'n', baseUrl, apiKey: 'another-key' } as const
  const created = await askCore(app, 'profiles.create', profile)
  await askCore(app, 'profiles.activate', { id: created.id })
  const { id } = await askCore(app, 'sequences.save', { name: 'Wolf', shots: [shot('b')] })
  const { planHash } = await askCore(app, 'sequences.plan', { id })
  await askCore(app, 'sequences.generate', { id, planHash })
  await expect.poll(() => service.generates()).toHaveLength(1)
  await app.close()
  await run('--yes')
  expect(prompts(service.generates().filter(({ taskId }) => taskId !== undefined))).toEqual(['fox a'])
})

slow('goes on with what was sent when it was interrupted, and with nothing that waited then', async () => {
  const first = shot('a')
  const { service, run, running, write, files } = await prepare({
    name: 'Fox',
    shots: [first, shot('b', { from: { shotId: 'a' } })],
  })
  service.script('generate', {
    name: 'slow',
    give: async (at) => {
      running.interrupt()
      await pause(1_000)
      await accept.give(at)
    },
  })
  const { code, told } = await run('--yes')
  expect([code, told.includes('Interrupted. Whatever the service accepted goes on there.')]).toEqual([
    1,
    true,
  ])
  await write({ name: 'Wolf', shots: [first, shot('c', { from: { shotId: 'a' } })] })
  expect((await run('--yes')).code).toBe(0)
  expect(await files()).toEqual(['001-shot-a.png', '002-shot-c.png'])
  expect(prompts(service.generates())).toEqual(['fox a', 'fox c'])
})

slow('goes on with what was sent, though its address is not written as it is stored', async () => {
  const { service, run, running, files } = await prepare({ name: 'Fox', shots: [shot('a')] })
  const address = ['--base-url', `${service.baseUrl}/`]
  const life: (typeof service.tasks.life)[number][] = ['PROCESSING']
  service.tasks.life = life
  service.onRequest = ({ path }) => path.endsWith('/generate') && running.interrupt()
  expect((await run('--yes', ...address)).code).toBe(1)
  life.push('SUCCESS')
  expect((await run('--yes', ...address)).code).toBe(0)
  expect(await files()).toEqual(['001-shot-a.png'])
  expect(service.generates()).toHaveLength(1)
})

slow('ends where the service that has the task is another one, whose key is lost', async () => {
  const { service, run, running, write, library } = await prepare({ name: 'Fox', shots: [shot('a')] }, 1)
  service.tasks.life = ['PROCESSING']
  service.onRequest = ({ path }) => path.endsWith('/generate') && running.interrupt()
  await run('--yes')
  const opened = await openCore(library)
  if (!opened.ok) throw new Error(`The core did not open: ${opened.error.id}`)
  const { items } = await askCore(opened.data, 'profiles.list', {})
  await opened.data.close()
  const profileId = items.find(({ baseUrl }) => baseUrl === service.baseUrl)?.id
  await write({ name: 'Fox', shots: [shot('a', { profileId }), shot('b')] })
  const other = await openFaultyService()
  expect((await run('--yes', '--base-url', other.baseUrl)).code).toBe(1)
  expect([service.generates(), other.generates()].map(({ length }) => length)).toEqual([1, 1])
})

slow('asks the service that it is told, also for what another one has made', async () => {
  const { service, run } = await prepare({ name: 'Fox', shots: [shot('a')] })
  const other = await openFaultyService()
  expect(await run('--yes')).toMatchObject({ code: 0 })
  expect(await run('--yes', '--base-url', other.baseUrl)).toMatchObject({ code: 0 })
  expect([prompts(service.generates()), prompts(other.generates())]).toEqual([['fox a'], ['fox a']])
})

test('leaves nothing behind that a run which only plans would send', async () => {
  const { service, run } = await prepare({ name: 'Fox', shots: [shot('a')] }, 1)
  service.keys = ['another key']
  await run('--yes')
  const refused = service.generates().length
  service.keys = null
  const { told } = await run()
  expect(service.generates()).toHaveLength(refused)
  expect(told[0]).toMatch(/^Shot a: new/u)
})

test.each([
  ['no JSON', '{"name"'],
  ['no sequence', { name: 'Fox' }],
  ['a chain that goes round', { name: 'Fox', shots: [shot('a', { from: { shotId: 'a' } })] }],
])('refuses a file with %s', { timeout: 120_000 }, async (_what, content) => {
  const { service, run } = await prepare(content)
  expect((await run('--yes')).code).toBe(2)
  expect(service.generates()).toHaveLength(0)
})
