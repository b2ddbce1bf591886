/** One press sends one request, however often its call arrives, at once or later, also at a host that was killed meanwhile. */
import { expect, onTestFinished, test } from 'vitest'
import type { TaskState } from '#contract/rules/task-states.ts'
import { FROM_SOURCE, startAgentsHost, type AgentsHost } from '#test/stand-ins/agents-host.ts'
import { REQUEST } from '#test/stand-ins/core-options.ts'
import {
  dropAfterBody,
  errorObject,
  hang,
  respond,
  type FaultyResponse,
} from '#test/stand-ins/faulty-responses.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { until } from '#test/stand-ins/until.ts'

const TWENTY = Array.from({ length: 20 })

/** A host whose only task has ended as `answer` makes it. */
async function openWithTask(response: FaultyResponse, state: 'rejected' | 'unknown') {
  const service = await openFaultyService()
  const dataDir = await makeTempDir()
  let host = await start(dataDir)
  const { id: profileId } = await host.call('profiles.create', { name: 'Stand-in', baseUrl: service.baseUrl })
  await host.call('profiles.activate', { id: profileId })
  service.script('generate', response)
  const { tasks } = await host.call('tasks.submit', { requests: [REQUEST] })
  const [{ id } = { id: '' }] = tasks
  await untilTask(host, id, state)
  return {
    service,
    id,
    host: () => host,
    /** As a power cut ends it. */
    killed: async () => {
      await host.kill()
      host = await start(dataDir)
      return host
    },
  }
}

async function start(dataDir: string): Promise<AgentsHost> {
  const host = await startAgentsHost(FROM_SOURCE, dataDir)
  onTestFinished(() => (host.ended ? undefined : host.close()))
  return host
}

async function untilTask(host: AgentsHost, id: string, ...states: TaskState[]): Promise<void> {
  await until(async () => states.includes((await host.call('tasks.get', { id })).state), {
    what: `the task to be ${states.join(' or ')}`,
  })
}

const ACCEPTED = ['running', 'saving', 'saved'] as const

const refused = respond(400, errorObject(400, 'no'))

slow.each([
  ['with the id of one press', { pressId: crypto.randomUUID() }],
  ['without an id', {}],
  ['with an id each', null],
])('a retry that comes twenty times at once %s is one task and one request', async (_, press) => {
  const { service, id, host } = await openWithTask(refused, 'rejected')
  const responses = await Promise.all(
    TWENTY.map(() => host().call('tasks.retry', { id, ...(press ?? { pressId: crypto.randomUUID() }) })),
  )
  const [first] = responses
  expect(new Set(responses.map((task) => task.id)).size).toBe(1)
  await untilTask(host(), first?.id ?? '', ...ACCEPTED)
  expect((await host().call('tasks.list', {})).items).toHaveLength(2)
  expect(service.generates()).toHaveLength(2)
})

slow('a retry without an id, after the one before has ended, is a press of its own', async () => {
  const { service, id, host } = await openWithTask(refused, 'rejected')
  service.script('generate', refused)
  const first = await host().call('tasks.retry', { id })
  await untilTask(host(), first.id, 'rejected')
  const second = await host().call('tasks.retry', { id })
  expect(second.id).not.toBe(first.id)
  await untilTask(host(), second.id, ...ACCEPTED)
  expect(service.generates()).toHaveLength(3)
})

slow('one press may retry several tasks', async () => {
  const { service, id, host } = await openWithTask(refused, 'rejected')
  service.script('generate', refused)
  const { tasks } = await host().call('tasks.submit', { requests: [REQUEST] })
  const [other = { id: '' }] = tasks
  await untilTask(host(), other.id, 'rejected')
  const pressId = crypto.randomUUID()
  const again = await Promise.all(
    [id, other.id].map((one) => host().call('tasks.retry', { id: one, pressId })),
  )
  for (const task of again) await untilTask(host(), task.id, ...ACCEPTED)
  expect(service.generates()).toHaveLength(4)
})

test('the same press returns its task after the host was killed, and after the task ended', async () => {
  const { service, id, host, killed } = await openWithTask(refused, 'rejected')
  const pressId = crypto.randomUUID()
  service.script('generate', hang)
  const { id: made } = await host().call('tasks.retry', { id, pressId })
  await until(() => service.generates().length === 2)
  const next = await killed()
  for (const press of [{ pressId }, {}]) {
    expect(await next.call('tasks.retry', { id, ...press })).toMatchObject({ id: made, state: 'unknown' })
  }
  await next.call('tasks.decide', { id: made, action: 'discard' })
  expect(await next.call('tasks.retry', { id, pressId })).toMatchObject({ id: made, state: 'stopped' })
  expect(service.generates()).toHaveLength(2)
})

slow.each([
  ['with the id of one press', { pressId: crypto.randomUUID() }],
  ['without an id', {}],
])('"send again" that comes twenty times at once %s is one request', async (_, press) => {
  const { service, id, host } = await openWithTask(dropAfterBody, 'unknown')
  const resend = { id, action: 'resend' as const, ...press }
  const responses = await Promise.all(TWENTY.map(() => host().call('tasks.decide', resend)))
  expect(new Set(responses.map((task) => task.id))).toEqual(new Set([id]))
  await untilTask(host(), id, ...ACCEPTED)
  expect(service.generates()).toHaveLength(2)
})

slow('a press that sent a task again does so once, also where its outcome is unknown once more', async () => {
  const { service, id, host, killed } = await openWithTask(dropAfterBody, 'unknown')
  const resend = { id, action: 'resend' as const, pressId: crypto.randomUUID() }
  service.script('generate', dropAfterBody)
  await host().call('tasks.decide', resend)
  await until(() => service.generates().length === 2)
  await untilTask(host(), id, 'unknown')
  expect(await host().call('tasks.decide', resend)).toMatchObject({ id, state: 'unknown' })
  const next = await killed()
  expect(await next.call('tasks.decide', resend)).toMatchObject({ id, state: 'unknown' })
  expect(service.generates()).toHaveLength(2)
  await next.call('tasks.decide', { ...resend, pressId: crypto.randomUUID() })
  await untilTask(next, id, ...ACCEPTED)
  expect(service.generates()).toHaveLength(3)
})
