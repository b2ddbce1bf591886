/** A sequence from a terminal: planned and priced, sent only when asked, and nothing of it paid twice. */
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSay } from '#core/messages/render.ts'
import { readSequenceArguments, runSequence } from '#hosts/command-line/run-sequence.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { slow } from '#test/stand-ins/scale.ts'

const shot = (id: string, more: object = {}) => ({
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
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  const run = async (...more: string[]) => {
    const words = [file, '--out', out, '--data-dir', folder, '--base-url', service.baseUrl, ...more]
    const asked = readSequenceArguments(words)
    if (!asked.ok || asked.data === 'help') throw new Error('The arguments are wrong.')
    const told: string[] = []
    const { signal } = new AbortController()
    const ended = await runSequence(asked.data, {
      say,
      tell: (said) => void told.push(say(said)),
      signal,
      env: {},
      longestSilenceMs,
    })
    return { ...ended, told }
  }
  return { service, run, files: () => readdir(out) }
}

slow(
  'plans without sending, sends with --yes, and pays for nothing again',
  { timeout: 240_000 },
  async () => {
    const shots = [shot('a'), shot('b', { from: { shotId: 'a' } })]
    const { service, run, files } = await prepare({ name: 'Fox', shots })
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
    expect(service.generates()).toHaveLength(2)
  },
)

slow('waits for what a service works on, and not for a frame that no page takes', async () => {
  const shots = [shot('a', { mediaType: 'video' }), shot('b', { from: { shotId: 'a' } })]
  const { service, run, files } = await prepare({ name: 'Fox', shots }, 1)
  const { code, told } = await run('--yes')
  expect(code).toBe(1)
  expect(await files()).toEqual(['001-shot-a.png'])
  expect(told.at(-1)).toBe("Shot b wasn't made. Waits for the last frame of the video it goes on from.")
  expect(service.generates()).toHaveLength(1)
})

test('does not wait for ever for a task whose key is refused', async () => {
  const { service, run, files } = await prepare({ name: 'Fox', shots: [shot('a')] }, 1)
  service.keys = ['another key']
  expect((await run('--yes')).code).toBe(1)
  expect(await files()).toEqual([])
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
