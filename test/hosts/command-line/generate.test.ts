/** The command line towards a service: which one, with which key, and what it says of a mistake. */
import { rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readGenerateArguments } from '#hosts/command-line/arguments.ts'
import { runGeneration } from '#hosts/command-line/run-generation.ts'
import { OPENAI_KEY, startFakeOpenai } from '#test/stand-ins/services/openai/openai.ts'
import { startSdWebui } from '#test/stand-ins/services/sd-webui/sd-webui.ts'
import { dropAfterBody } from '#test/stand-ins/faulty-responses.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { say } from '#test/stand-ins/say.ts'
import { slow } from '#test/stand-ins/scale.ts'

async function openaiStandIn() {
  const service = await startFakeOpenai()
  onTestFinished(() => service.close())
  return service
}

async function run(
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
  signal = new AbortController().signal,
  given?: string,
) {
  const folder = given ?? (await makeTempDir())
  const out = join(folder, 'out')
  const said: string[] = []
  const asked = readGenerateArguments([...words, '--out', out, '--data-dir', join(folder, 'data')])
  if (!asked.ok || asked.data === 'help') throw new Error(JSON.stringify(asked))
  const outcome = await runGeneration(asked.data, {
    say,
    tell: (message) => said.push(say(message)),
    signal,
    env,
  })
  return { outcome, out, said, kept: () => readdir(join(folder, 'data', 'command-line')) }
}

const PROMPT = ['--service', 'openai', '--prompt', 'a red fox']

slow('makes an image with the service that is named, and the key of the environment', async () => {
  const service = await openaiStandIn()
  const { outcome, out, said, kept } = await run([...PROMPT, '--base-url', service.baseUrl], {
    OPENAI_API_KEY: OPENAI_KEY,
  })
  expect(outcome).toMatchObject({ kind: 'saved', files: [join(out, 'a-red-fox.png')] })
  expect((await readFile(join(out, 'a-red-fox.png'))).subarray(1, 4).toString()).toBe('PNG')
  expect(service.charged()).toHaveLength(1)
  expect(said.join('\n')).not.toContain(OPENAI_KEY)
  expect(await kept()).toEqual([])
})

test('says that a key is missing, and where it goes, before anything is asked: that of another service stays here', async () => {
  const service = await openaiStandIn()
  const others = { ATELIER_API_KEY: OPENAI_KEY, GEMINI_API_KEY: OPENAI_KEY }
  const { outcome } = await run([...PROMPT, '--base-url', service.baseUrl], others)
  expect(outcome).toMatchObject({ kind: 'bad_input', message: { values: { variable: 'OPENAI_API_KEY' } } })
  expect(service.ledger).toEqual([])
})

test('says that the key is refused, and costs nothing', async () => {
  const service = await openaiStandIn()
  const { outcome } = await run(
    [...PROMPT, '--model', 'gpt-image-1', '--provider', 'openai', '--base-url', service.baseUrl],
    {
      OPENAI_API_KEY: 'sk-wrong',
    },
  )
  expect(outcome).toMatchObject({ kind: 'failed', message: { id: expect.stringMatching(/key/i) as string } })
  expect(service.charged()).toEqual([])
})

test('sends nothing once it was interrupted', async () => {
  const service = await openaiStandIn()
  const env = { OPENAI_API_KEY: OPENAI_KEY }
  const { outcome, kept } = await run([...PROMPT, '--base-url', service.baseUrl], env, AbortSignal.abort())
  expect(outcome).toMatchObject({
    kind: 'failed',
    message: { id: 'command-line.interrupted', charged: 'no' },
  })
  expect(service.charged()).toEqual([])
  expect(await kept()).toEqual([])
})

test('never sends a task that was interrupted before it was sent', async () => {
  const service = await startSdWebui()
  onTestFinished(() => service.close())
  const interrupt = new AbortController()
  let listings = 0
  // First for the list of models, then when the request is built.
  service.rewrite = ({ path }, response) => {
    if (path.endsWith('/sd-models') && ++listings === 2) interrupt.abort()
    return response
  }
  const { outcome, kept } = await run(
    ['--service', 'sd-webui', '--prompt', 'a red fox', '--base-url', service.baseUrl],
    {},
    interrupt.signal,
  )
  expect(outcome).toMatchObject({ message: { id: 'command-line.interrupted', charged: 'no' } })
  expect(service.requests('POST', '/txt2img')).toEqual([])
  expect(await kept()).toEqual([])
})

test('says of a task that was interrupted while it was sent where it is, and keeps it', async () => {
  const service = await openFaultyService()
  const interrupt = new AbortController()
  service.onRequest = ({ path }) => path.endsWith('/generate') && interrupt.abort()
  const { outcome, kept } = await run(
    ['--prompt', 'a red fox', '--base-url', service.baseUrl],
    {},
    interrupt.signal,
  )
  const remoteId = service.generates()[0]?.taskId
  expect(outcome).toMatchObject({
    kind: 'failed',
    state: 'running',
    message: {
      id: 'command-line.interruptedAtService',
      also: [{ values: { remoteId } }, { id: 'command-line.taskKept' }],
    },
  })
  expect(await kept()).toHaveLength(1)
})

test('says of a task that was interrupted while nobody answered that it may have been charged', async () => {
  const service = await openFaultyService()
  const interrupt = new AbortController()
  service.onRequest = ({ path }) => path.endsWith('/generate') && interrupt.abort()
  service.script('generate', dropAfterBody)
  const { outcome, kept } = await run(
    ['--prompt', 'a red fox', '--base-url', service.baseUrl],
    {},
    interrupt.signal,
  )
  expect(outcome).toMatchObject({
    kind: 'failed',
    state: 'unknown',
    message: { charged: 'maybe', also: [{ id: 'command-line.taskKept' }] },
  })
  expect(await kept()).toHaveLength(1)
})

test('keeps what cannot be copied, and says so', async () => {
  const service = await openFaultyService()
  const folder = await makeTempDir()
  service.onRequest = ({ path }) =>
    path.endsWith('/generate') && rmSync(join(folder, 'out'), { recursive: true })
  const { signal } = new AbortController()
  const { outcome, kept } = await run(
    ['--prompt', 'a red fox', '--base-url', service.baseUrl],
    {},
    signal,
    folder,
  )
  expect(outcome).toMatchObject({
    kind: 'failed',
    state: 'saved',
    message: { id: 'command-line.notCopied', also: [{ id: 'command-line.taskKept' }] },
  })
  const [task = ''] = await kept()
  const media = await readdir(join(folder, 'data', 'command-line', task, 'media'), { recursive: true })
  expect(media.filter((name) => name.endsWith('.png'))).toHaveLength(1)
})

test('names the services that there are', () => {
  const asked = readGenerateArguments(['--service', 'midjourney', '--prompt', 'a fox'])
  expect(asked).toMatchObject({
    ok: false,
    error: {
      code: 'invalid_input',
      id: 'command-line.takesOneOf',
      values: {
        argument: '--service',
        known: expect.arrayContaining(['openai']) as unknown,
        given: 'midjourney',
      },
    },
  })
})
