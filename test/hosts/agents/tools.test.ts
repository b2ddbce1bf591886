/** Every tool with the official clients of both generations, against a real web host and the sample service. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'
import { succeed } from '#contract/errors.ts'
import { TASK_STATES } from '#contract/rules/task-states.ts'
import type { TaskDetail } from '#contract/tasks.ts'
import type { ToolContext } from '#hosts/agents/tool.ts'
import { stopOwn } from '#hosts/agents/tools/task.ts'
import { createFakeApp } from '#test/hosts/fake-app.ts'
import type { SpendingRow } from '#contract/spending.ts'
import { spendingLine } from '#hosts/agents/tools/spending.ts'
import { type Caller, GENERATIONS, openAgentsFixture } from './agents-fixture.ts'
import { say } from '#test/stand-ins/say.ts'
import { slow } from '#test/stand-ins/scale.ts'

const TOOLS = [
  'list_models',
  'describe_model',
  'quote',
  'generate',
  'task',
  'sequence_plan',
  'sequence_generate',
  'search_library',
  'get_asset',
  'import_file',
  'spending',
]
const WANTED = {
  mediaType: 'image',
  prompt: 'a red fox in snow',
  options: { resolution: '64x64', style: 'https://bucket.example/style.png?signature=s3cret' },
}

interface AssetFacts {
  readonly assetId: string
  readonly file: string
}

async function firstModel(agent: Caller): Promise<{ readonly model: string; readonly provider: string }> {
  const { data } = await agent.use('list_models', { mediaType: 'image', limit: 1 })
  const [first] = data['models'] as readonly { readonly model: string; readonly provider: string }[]
  if (!first) throw new Error('There is no model.')
  return { model: first.model, provider: first.provider }
}

/** Waits with the tool itself. */
async function followed(agent: Caller, taskId: string): Promise<readonly AssetFacts[]> {
  const done = await until(async () => {
    const task = await agent.use('task', { taskId, waitSeconds: 25 })
    return task.data['isOver'] === true && task
  })
  expect(done.data).toMatchObject({ taskId, state: 'saved' })
  return done.data['assets'] as readonly AssetFacts[]
}

async function sent(agent: Caller, input: Record<string, unknown>): Promise<void> {
  const { data: quoted } = await agent.use('quote', input)
  const { data } = await agent.use('generate', { quoteId: quoted['quoteId'] })
  expect(data).toMatchObject({ state: 'sent' })
}

slow.for(GENERATIONS)(
  'an agent of %s gets from the models to an image on disk, and on from it',
  async ([, connect]) => {
    const fixture = await openAgentsFixture()
    const { token } = await fixture.createAgent('Fox maker', 2)
    const agent = await connect(fixture, token)
    expect((await agent.tools()).map(({ name }) => name)).toEqual(TOOLS)
    const model = await firstModel(agent)
    const described = await agent.use('describe_model', model)
    expect(described.data).toMatchObject({ ...model, optionSchema: { type: 'object' } })
    const { data: quote, text } = await agent.use('quote', { ...WANTED, model: model.model })
    expect(quote).toMatchObject({ requests: 1, needsApproval: false, left: { requests: 2 } })
    expect(text).toMatch(/1 request, .*Nothing was sent/u)
    const generated = await agent.use('generate', { quoteId: quote['quoteId'] })
    const again = await agent.use('generate', { quoteId: quote['quoteId'] })
    expect(again.data['tasks']).toMatchObject([{ taskId: expect.any(String) }])
    const [{ taskId } = { taskId: '' }] = generated.data['tasks'] as readonly { readonly taskId: string }[]
    const [asset] = await followed(agent, taskId)
    if (!asset) throw new Error('no asset')
    expect(await sharp(await readFile(asset.file)).metadata()).toMatchObject({ width: 64, height: 64 })

    const got = await agent.use('get_asset', { assetId: asset.assetId })
    expect(got.data).toMatchObject({
      file: asset.file,
      recipe: {
        prompt: WANTED.prompt,
        // A link comes without what signs it.
        options: { ...WANTED.options, style: 'https://bucket.example/style.png' },
      },
    })
    expect(got.content.map(({ type }) => type)).toEqual(['text', 'resource_link', 'image'])
    const found = await agent.use('search_library', { text: 'fox' })
    expect(found.data).toMatchObject({ total: 1, assets: [{ assetId: asset.assetId }] })

    const path = join(await makeTempDir(), 'given.png')
    await writeFile(
      path,
      await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    )
    const imported = await agent.use('import_file', { path })
    expect(imported.data).toMatchObject({ isNew: true, kind: 'image', width: 64 })
    expect((await agent.use('import_file', { path })).data).toMatchObject({ ...imported.data, isNew: false })
    const inputs = [{ assetId: imported.data['assetId'] }]
    await sent(agent, { ...WANTED, ...model, inputs })
    expect((await fixture.page('tasks.list', {})).items.map(({ request }) => request.scene)).toEqual([
      'image-to-image',
      'text-to-image',
    ])
    const spent = await agent.use('spending', {})
    expect(spent.data).toMatchObject({
      budget: { requests: 2 },
      today: { requests: 2 },
      rows: [{ ...model, unknown: 0 }],
    })
  },
)

test('an agent gives up neither what was made nor what the user has to decide', async () => {
  const stopped: string[] = []
  for (const state of TASK_STATES) {
    const app = createFakeApp()
    const agents = { ...app.agents, task: () => succeed({ state } as TaskDetail) }
    const call = app.call as unknown as ToolContext['call']
    await stopOwn({ app: { ...app, agents }, call, agent: { agentId: 'a', name: 'A' } }, 'task')
    if (app.calls.length > 0) stopped.push(state)
  }
  // One that is being sent is refused there, with its own words.
  expect(stopped).toEqual(['queued', 'sending', 'running'])
})

const ROW: SpendingRow = {
  day: '2026-08-01',
  model: 'ink',
  requests: 1,
  unknown: 0,
  amounts: [],
  reserved: [],
  unpriced: 0,
  free: 0,
}
const CREDITS = [{ unit: 'credits', value: 5 }]

test.each<[string, Partial<SpendingRow>]>([
  ['1 request, 5 credits', { amounts: CREDITS }],
  ['1 request, 5 credits reserved', { unknown: 1, reserved: CREDITS }],
  ['2 requests, 5 credits and 5 credits reserved', { requests: 2, amounts: CREDITS, reserved: CREDITS }],
  ['1 request, 1 credit', { amounts: [{ unit: 'credits', value: 1 }] }],
  ['1 request, 0.0004 USD', { amounts: [{ unit: 'USD', value: 0.0004 }] }],
  ['1 request, free', { free: 1 }],
  ['2 requests, unpriced', { requests: 2, free: 1, unpriced: 1 }],
])('an agent reads of its money: %s', (words, change) => {
  expect(spendingLine({ ...ROW, ...change }, say)).toBe(`2026-08-01 ink: ${words}`)
})

slow.for(GENERATIONS)(
  "an agent of %s makes the shots of the user's sequence, each once, as they become possible",
  async ([, connect]) => {
    const fixture = await openAgentsFixture()
    const { token } = await fixture.createAgent('Editor', 3)
    const agent = await connect(fixture, token)
    expect((await agent.use('sequence_plan')).text).toBe(
      'There is no sequence yet. The user makes sequences in Atelier.',
    )
    const model = await firstModel(agent)
    const common = { ...model, mediaType: 'image', options: { resolution: '64x64' } } as const
    const { id: sequenceId } = await fixture.page('sequences.save', {
      name: 'Fox',
      shots: [
        { ...common, id: 'a', title: 'Snow', prompt: 'a fox in snow' },
        { ...common, id: 'b', prompt: 'it looks up', from: { shotId: 'a' } },
      ],
    })
    const listed = await agent.use('sequence_plan')
    expect(listed.data).toEqual({ sequences: [{ sequenceId, name: 'Fox', shots: 2 }], shots: [], quotes: [] })
    const planned = await agent.use('sequence_plan', { sequenceId })
    const [quote] = planned.data['quotes'] as readonly { readonly quoteId: string }[]
    expect(planned.data).toMatchObject({
      shots: [
        { shotId: 'a', title: 'Snow', state: 'new', quoteId: quote?.quoteId },
        { shotId: 'b', title: '2', state: 'waiting' },
      ],
      quotes: [{ requests: 1, needsApproval: false, left: { requests: 3 } }],
    })
    const quoteIds = [quote?.quoteId]
    const first = await agent.use('sequence_generate', { quoteIds })
    const again = await agent.use('sequence_generate', { quoteIds })
    const [{ tasks }] = first.data['quotes'] as [{ tasks: readonly { readonly taskId: string }[] }]
    expect(tasks).toMatchObject([{ shotId: 'a' }])
    const [repeated] = again.data['quotes'] as [{ tasks: readonly { readonly taskId: string }[] }]
    expect(repeated.tasks.map(({ taskId }) => taskId)).toEqual(tasks.map(({ taskId }) => taskId))
    await followed(agent, tasks[0]?.taskId ?? '')
    const next = await agent.use('sequence_plan', { sequenceId })
    expect(next.data['shots']).toMatchObject([{ state: 'made' }, { state: 'new' }])
    const [last] = next.data['quotes'] as readonly { readonly quoteId: string }[]
    const sentLast = await agent.use('sequence_generate', { quoteIds: [last?.quoteId, quote?.quoteId] })
    const [{ tasks: lastTasks }] = sentLast.data['quotes'] as [
      { tasks: readonly { readonly taskId: string }[] },
    ]
    await followed(agent, lastTasks[0]?.taskId ?? '')
    const done = await agent.use('sequence_plan', { sequenceId })
    expect(done.data).toMatchObject({ shots: [{ state: 'made' }, { state: 'made' }], quotes: [] })
    expect(done.text).toContain('No shot can be sent now.')
  },
)
