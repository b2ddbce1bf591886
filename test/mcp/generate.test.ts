/** `atelier generate` against a real Atelier over the sample service: who pays, what is copied, and how it ends. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { fail } from '#contract/errors.ts'
import { readProgramArguments } from '#mcp/arguments.ts'
import { createAtelierFinder } from '#mcp/find-atelier.ts'
import { generateInAtelier } from '#mcp/generate.ts'
import { openTools } from '#mcp/tools-client.ts'
import { openAgentsFixture, type Fixture } from '#test/hosts/agents/agents-fixture.ts'
import { NODE_CACHE } from '#test/stand-ins/agents-host.ts'
import { say } from '#test/stand-ins/say.ts'
import { respond } from '#test/stand-ins/faulty-responses.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { tinyVideo } from '#test/stand-ins/tiny-media.ts'
import { until } from '#test/stand-ins/until.ts'

const PROMPT = ['generate', '--prompt', 'a red fox in snow']

async function begin(dataDir: string, words: readonly string[], token?: string) {
  const out = join(await makeTempDir(), 'out')
  const asked = readProgramArguments([...words, '--out', out])
  if (!asked.ok || asked.data.kind !== 'generate') throw new Error(JSON.stringify(asked))
  const interrupt = new AbortController()
  const said: string[] = []
  const finder = createAtelierFinder({
    dataDir,
    start: async () => fail('not_available_here', 'agents.noDisplay'),
    onFailure: () => undefined,
  })
  const outcome = generateInAtelier(asked.data.request, {
    open: () => openTools({ finder, token, version: '1.0.0', say, log: () => undefined }, interrupt.signal),
    tell: (message) => void said.push(say(message)),
    signal: interrupt.signal,
  })
  return { out, said, interrupt, outcome }
}

const tasks = async (fixture: Fixture) => (await fixture.page('tasks.list', {})).items

test('is sent at once inside an agent’s budget, and its files are copied', async () => {
  const fixture = await openAgentsFixture()
  const { token } = await fixture.createAgent('Terminal', 10)
  const { out, outcome } = await begin(fixture.dataDir, PROMPT, token)
  expect(await outcome).toMatchObject({ kind: 'saved', files: [join(out, 'a-red-fox-in-snow.png')] })
  expect((await readFile(join(out, 'a-red-fox-in-snow.png'))).subarray(1, 4).toString()).toBe('PNG')
  expect(await tasks(fixture)).toMatchObject([{ state: 'saved' }])
})

slow('waits for the user without a token, and is sent once', async () => {
  const fixture = await openAgentsFixture()
  const { said, outcome } = await begin(fixture.dataDir, PROMPT)
  await until(() => said.includes('Waiting for you to approve it in Atelier…'))
  expect(await tasks(fixture)).toEqual([])
  const [waiting] = (await fixture.page('agents.waiting', {})).items
  await fixture.approve(waiting?.quoteId ?? '')
  expect(await outcome).toMatchObject({ kind: 'saved' })
  expect(await tasks(fixture)).toHaveLength(1)
})

test('says that the user refused, and that nothing was sent', async () => {
  const fixture = await openAgentsFixture()
  const { said, out, outcome } = await begin(fixture.dataDir, PROMPT)
  await until(() => said.length > 0)
  const [waiting] = (await fixture.page('agents.waiting', {})).items
  await fixture.page('agents.refuse', { quoteId: waiting?.quoteId ?? '' })
  const ended = await outcome
  expect(ended).toMatchObject({ kind: 'failed' })
  expect(ended.kind !== 'saved' && say(ended.message)).toContain('The user refused it.')
  expect([await tasks(fixture), await readdir(out)]).toEqual([[], []])
})

slow('interrupted it ends by itself, and the task goes on in Atelier', async () => {
  const fixture = await openAgentsFixture()
  const { token } = await fixture.createAgent('Terminal', 10)
  const { said, interrupt, outcome } = await begin(fixture.dataDir, PROMPT, token)
  await until(async () => (await tasks(fixture)).length > 0)
  await until(() => said.length > 0)
  interrupt.abort()
  const ended = await outcome
  expect(ended).toMatchObject({ kind: 'failed', taskId: expect.any(String) })
  expect(ended.kind !== 'saved' && say(ended.message)).toBe('Interrupted. The task goes on in Atelier.')
  await until(async () => (await tasks(fixture))[0]?.state === 'saved')
})

slow('takes a file as an input', async () => {
  const fixture = await openAgentsFixture()
  const { token } = await fixture.createAgent('Terminal', 10)
  const made = await (await begin(fixture.dataDir, PROMPT, token)).outcome
  const [file = ''] = made.kind === 'saved' ? made.files : []
  const { outcome } = await begin(fixture.dataDir, [...PROMPT, '--input', file], token)
  expect(await outcome).toMatchObject({ kind: 'saved' })
  expect((await tasks(fixture))[0]?.request).toMatchObject({ scene: 'image-to-image' })
})

test('takes the model that starts from the kind of its input', async () => {
  const fixture = await openAgentsFixture()
  const service = await openFaultyService()
  const listed = ['image-to-video', 'video-to-video'].map((scene) => ({
    id: `own-${scene}`,
    provider: 'wanted',
    media_types: ['video'],
    scenes: [scene],
  }))
  service.always('models', respond(200, JSON.stringify({ code: 0, data: listed })))
  const gateway = { name: 'Gateway', baseUrl: service.baseUrl, apiKey: 'key' }
  await fixture.page('profiles.activate', { id: (await fixture.page('profiles.create', gateway)).id })
  const clip = join(await makeTempDir(), 'clip.mp4')
  await writeFile(clip, await tinyVideo({ width: 32, height: 32, frames: 2, fps: 2 }))
  const { outcome } = await begin(fixture.dataDir, [...PROMPT, '--media', 'video', '--input', clip])
  const waiting = async () => (await fixture.page('agents.waiting', {})).items
  await until(async () => (await waiting()).some(({ asked }) => asked))
  const [quote] = await waiting()
  expect(quote?.requests).toMatchObject([{ scene: 'video-to-video', model: 'own-video-to-video' }])
  await fixture.page('agents.refuse', { quoteId: quote?.quoteId ?? '' })
  await outcome
})

slow('finds the model of a provider behind a hundred of others', async () => {
  const fixture = await openAgentsFixture()
  const service = await openFaultyService()
  const others = Array.from({ length: 100 }, (_, index) => ({ id: `m${index}`, provider: 'other' }))
  const listed = [...others, { id: 'own', provider: 'wanted' }]
  service.always('models', respond(200, JSON.stringify({ code: 0, data: listed })))
  const gateway = { name: 'Gateway', baseUrl: service.baseUrl, apiKey: 'key' }
  await fixture.page('profiles.activate', { id: (await fixture.page('profiles.create', gateway)).id })
  const { token } = await fixture.createAgent('Terminal', 10)
  const { outcome } = await begin(fixture.dataDir, [...PROMPT, '--provider', 'wanted'], token)
  expect(await outcome).toMatchObject({ kind: 'saved' })
  expect((await tasks(fixture))[0]?.request).toMatchObject({ provider: 'wanted', model: 'own' })
})

slow.each([
  [
    'a file that is none',
    [...PROMPT, '--input', '/nowhere/fox.png'],
    'bad_input',
    "Atelier doesn't take a file",
  ],
  ['a model that nobody lists', [...PROMPT, '--model', 'nobody'], 'bad_input', 'nobody'],
  ['a provider that nobody is', [...PROMPT, '--provider', 'nobody'], 'bad_input', 'No listed model'],
])('refuses %s, and sends nothing', async (_what, words, kind, sentence) => {
  const fixture = await openAgentsFixture()
  const { outcome } = await begin(fixture.dataDir, words)
  const ended = await outcome
  expect(ended.kind).toBe(kind)
  expect(ended.kind !== 'saved' && say(ended.message)).toContain(sentence)
  expect(await tasks(fixture)).toEqual([])
})

test('says who lets it in, and that Atelier is not open', async () => {
  const fixture = await openAgentsFixture()
  const stranger = await (await begin(fixture.dataDir, PROMPT, 'atelier_unknown')).outcome
  expect(stranger.kind !== 'saved' && say(stranger.message)).toMatch(
    /No agent of Atelier has this token\..*/u,
  )
  const nowhere = await (await begin(await makeTempDir(), PROMPT)).outcome
  expect(nowhere.kind !== 'saved' && say(nowhere.message)).toContain(
    "Atelier isn't open, and there's no display",
  )
  expect([stranger.kind, nowhere.kind]).toEqual(['failed', 'failed'])
})

slow('as a command it prints paths or JSON, and ends with 0, 1 or 2', async () => {
  const fixture = await openAgentsFixture()
  const { token } = await fixture.createAgent('Terminal', 10)
  const folder = await makeTempDir()
  await writeFile(join(folder, 'file'), '')
  const run = async (words: readonly string[], env: NodeJS.ProcessEnv = { ATELIER_AGENT_TOKEN: token }) => {
    const main = join(import.meta.dirname, '../../electron/mcp/main.ts')
    const child = spawn(process.execPath, [main, ...words, '--data-dir', fixture.dataDir], {
      cwd: folder,
      env: { ...process.env, ...NODE_CACHE, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [said, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    return { said, errors, code: code as number | null }
  }
  expect(await run(PROMPT)).toMatchObject({ code: 0, said: `${join(folder, 'a-red-fox-in-snow.png')}\n` })
  const json = await run([...PROMPT, '--json'])
  expect(JSON.parse(json.said)).toEqual({
    taskId: expect.any(String),
    state: 'saved',
    files: [join(folder, 'a-red-fox-in-snow-2.png')],
  })
  expect(await run([...PROMPT, '--service', 'openai'])).toMatchObject({ code: 2, said: '' })
  expect(await run([...PROMPT, '--out', join(folder, 'file')])).toMatchObject({ code: 2, said: '' })
  expect(await run(PROMPT, { ATELIER_AGENT_TOKEN: 'atelier_unknown' })).toMatchObject({ code: 1, said: '' })
})
