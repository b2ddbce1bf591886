/** Money: only the user, in Atelier's own page, lets an agent spend above its budget. */
import { expect } from 'vitest'
import { until } from '#test/stand-ins/until.ts'
import { slow } from '#test/stand-ins/scale.ts'
import {
  type ToolResponse,
  type Caller,
  connect,
  GENERATIONS,
  type Fixture,
  openAgentsFixture,
} from './agents-fixture.ts'

const WANTED = {
  mediaType: 'image',
  model: 'painted-landscape',
  prompt: 'a red fox in snow',
  options: { resolution: '64x64' },
}

async function quoted(agent: Caller, input: Record<string, unknown> = WANTED): Promise<string> {
  const { data } = await agent.use('quote', input)
  return String(data['quoteId'])
}

async function submitted({ page }: Fixture): Promise<number> {
  return (await page('tasks.list', {})).items.length
}

/** Calls again as often as the answer says to. */
function untilDecided(agent: Caller, quoteId: string): Promise<ToolResponse> {
  return until(async () => {
    const response = await agent.use('generate', { quoteId })
    return response.data['state'] !== 'waiting' && response
  })
}

slow.for(GENERATIONS)('%s: waits for the user, and sends once when they approve', async ([, open]) => {
  const fixture = await openAgentsFixture()
  const agent = await open(fixture, (await fixture.createAgent('Curious')).token)
  const { data, text } = await agent.use('quote', { ...WANTED, count: 2 })
  expect(data).toMatchObject({ requests: 2, needsApproval: true, left: { requests: 0 } })
  expect(text).toContain('above your budget')
  const quoteId = String(data['quoteId'])
  const asking = untilDecided(agent, quoteId)
  const waiting = await until(async () => {
    const { items } = await fixture.page('agents.waiting', {})
    return items[0]?.asked === true && items
  })
  expect(waiting).toMatchObject([{ quoteId, asked: true }])
  expect(await submitted(fixture)).toBe(0)
  await fixture.approve(quoteId)
  const first = await asking
  expect(first.data).toMatchObject({ state: 'sent', tasks: [{}, {}] })
  const again = await Promise.all([1, 2, 3].map(() => agent.use('generate', { quoteId })))
  const ids = (response: typeof first) =>
    (response.data['tasks'] as readonly { taskId: string }[]).map(({ taskId }) => taskId)
  expect(again.map(ids)).toEqual([ids(first), ids(first), ids(first)])
  expect(await submitted(fixture)).toBe(2)
})

slow(
  'a client that can ask its user is told where to approve, and what it answers approves nothing',
  async () => {
    const fixture = await openAgentsFixture()
    const { token } = await fixture.createAgent('Eager')
    const asked: string[] = []
    let approve = async (): Promise<unknown> => undefined
    const agent = await connect(fixture, token, async (message) => {
      asked.push(message)
      await approve()
    })
    const refused = await quoted(agent)
    approve = () => fixture.page('agents.refuse', { quoteId: refused })
    expect(await agent.use('generate', { quoteId: refused })).toMatchObject({
      isError: true,
      text: "The user refused it. You weren't charged.",
    })
    const approved = await quoted(agent)
    approve = () => fixture.approve(approved)
    expect((await agent.use('generate', { quoteId: approved })).data).toMatchObject({ state: 'sent' })
    expect(asked).toEqual(Array(2).fill(expect.stringContaining("in Atelier's window")))
    expect(await submitted(fixture)).toBe(1)
  },
)

slow('no tool approves, reads a key, changes a setting or deletes', async () => {
  const fixture = await openAgentsFixture()
  const agent = await connect(fixture, (await fixture.createAgent('Sly')).token)
  const quoteId = await quoted(agent)
  for (const tool of [
    'approve',
    'agents.approve',
    'settings.set',
    'profiles.setKey',
    'library.trash',
    'tasks.remove',
  ]) {
    await expect(agent.use(tool, { quoteId, id: quoteId })).rejects.toThrow(/not found/u)
  }
  const pushed = { quoteId, approved: true, raiseTo: { requestsPerDay: 9 } }
  expect(await agent.use('generate', pushed)).toMatchObject({
    isError: true,
    text: expect.stringContaining('Invalid arguments'),
  })
  const own = {
    authorization: `Bearer ${(await fixture.createAgent('Sly too')).token}`,
    'content-type': 'application/json',
  }
  for (const route of ['agents.approve', 'agents.update', 'profiles.list', 'settings.get', 'app.launchUrl']) {
    const response = await fetch(`${fixture.origin}/rpc/${route}`, {
      method: 'POST',
      headers: own,
      body: JSON.stringify({ quoteId }),
    })
    expect(response.status).toBe(401)
  }
  expect((await fixture.page('agents.waiting', {})).items).toMatchObject([{ quoteId }])
  expect(await submitted(fixture)).toBe(0)
})

slow("an agent does not see another's quotes and tasks", async () => {
  const fixture = await openAgentsFixture()
  const [mine, other] = await Promise.all([
    fixture.createAgent('One', 5).then(({ token }) => connect(fixture, token)),
    fixture.createAgent('Another', 5).then(({ token }) => connect(fixture, token)),
  ])
  const quoteId = await quoted(mine)
  const nothing = { isError: true, text: "This quote no longer exists. You weren't charged." }
  expect(await other.use('generate', { quoteId })).toMatchObject(nothing)
  const { data } = await mine.use('generate', { quoteId })
  const [{ taskId } = { taskId: '' }] = data['tasks'] as readonly { readonly taskId: string }[]
  for (const stop of [false, true]) {
    expect(await other.use('task', { taskId, stop })).toMatchObject({
      isError: true,
      text: 'This task no longer exists.',
    })
  }
  expect((await other.use('spending', {})).data).toMatchObject({ today: { requests: 0 }, rows: [] })
  expect(await fixture.page('tasks.get', { id: taskId })).not.toMatchObject({ state: 'stopped' })
})

slow('a removed agent is out at its next call, and all are while they are switched off', async () => {
  const fixture = await openAgentsFixture()
  const [one, other] = [await fixture.createAgent('One'), await fixture.createAgent('Another')]
  const [first, second] = [await connect(fixture, one.token), await connect(fixture, other.token)]
  await fixture.page('agents.remove', { id: one.id })
  await expect(first.use('list_models')).rejects.toThrow('has this token')
  expect(await second.use('list_models')).toMatchObject({ isError: false })
  await fixture.page('settings.set', { agents: { enabled: false } })
  await expect(second.use('list_models')).rejects.toThrow('switched off')
  const response = await fetch(`${fixture.origin}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${other.token}` },
  })
  expect([response.status, await response.json()]).toMatchObject([
    403,
    { error: { message: expect.stringContaining('switched off') } },
  ])
  await fixture.page('settings.set', { agents: { enabled: true } })
  expect(await second.use('list_models')).toMatchObject({ isError: false })
})
