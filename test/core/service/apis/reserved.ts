/** No option replaces what the user sees: for every service, with every name that its wire has for that. */
import { expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { apiOf } from '#core/service/registry.ts'
import type { ServiceApi } from '#core/service/service-api.ts'
import { bodyOf, taskToSend } from '#core/tasks/submission/task-to-send.ts'
import type { TestApp } from '#test/stand-ins/test-app.ts'
import type { ServiceUnderTest } from './conformance.ts'
import type { openWithRequests } from './open-under-test.ts'

/** What a submission named, as the service received it. */
export interface SentRequest {
  readonly model: string
  readonly prompt: string
  readonly inputs: number
}

const OTHER = 'a wolf'

export function testReserved(open: () => ReturnType<typeof openWithRequests>): void {
  test('sends the model, the prompt and the inputs that were asked for, in every scene', async () => {
    const { app, service, requests } = await open()
    for (const request of requests) {
      const { id } = await app.submitOne(request)
      await app.untilTask(id, 'saved')
      const { model, prompt = '', inputs = [] } = request
      const expected = { model: service.nameOnWire?.(model) ?? model, prompt, inputs: inputs.length }
      expect([request.scene, service.sent()]).toEqual([request.scene, expected])
    }
  })

  test('refuses every option that would say once more what is seen, before anything is sent or quoted', async () => {
    const { app, service, requests } = await open()
    const [request] = requests
    if (!request) throw new Error('There is no scene.')
    const { agentId } = await agentOf(app)
    const api = apiOf(service.kind)
    const table = api.reservedOptions({ body: bodyOf(request), model: null })
    const all = [...service.hostileOptions, ...Object.keys(table).map(optionsAt)].flatMap(spellingsOf)
    expect(all.length).toBeGreaterThan(20)
    for (const options of all) {
      const hostile = { ...request, options: { ...request.options, ...options } }
      expect([options, await refusalOf(app, hostile)]).toEqual([
        options,
        { code: 'invalid_input', field: expect.stringMatching(/^requests\.0\.options\../u) as string },
      ])
      const quoted = await app.app.agents.quote(agentId, { requests: [hostile] })
      expect([options, quoted.ok]).toEqual([options, false])
      expect([options, builds(api, service, hostile)]).toEqual([options, false])
    }
    expect(service.submissions()).toBe(0)
  })

  test('puts no input where the model or the prompt stands', async () => {
    const { app, service, requests } = await open()
    const withInput = requests.find(({ inputs }) => inputs)
    const [input] = withInput?.inputs ?? []
    if (!withInput || !input) return
    for (const option of ['prompt', 'Prompt[]', '__proto__']) {
      const hostile = { ...withInput, inputs: [{ ...input, option }] }
      expect([option, await refusalOf(app, hostile)]).toEqual([
        option,
        { code: 'invalid_input', field: 'requests.0.inputs.0.option' },
      ])
    }
    const name = input.option.replace('[]', '')
    const twice = { ...withInput, options: { ...withInput.options, [name]: 'data:image/png;base64,AAAA' } }
    expect(await refusalOf(app, twice)).toMatchObject({ field: `requests.0.options.${name}` })
    expect(service.submissions()).toBe(0)
  })
}

async function agentOf(app: TestApp): Promise<{ readonly agentId: string }> {
  const { token } = await app.ask('agents.create', { name: 'Claude', budget: { requestsPerDay: 100 } })
  return { agentId: app.app.agents.identify(token)?.agentId ?? '' }
}

async function refusalOf(app: TestApp, request: GenerateRequest) {
  const failure = await app.failure('tasks.submit', { requests: [request] })
  return failure && { code: failure.code, field: failure.field }
}

/** Whether the adapter itself would send it. */
function builds(api: ServiceApi, { baseUrl }: ServiceUnderTest, request: GenerateRequest): boolean {
  return api.submit(taskToSend('task_1', bodyOf(request), 0), { baseUrl }).ok
}

/** Of a path in the adapter's table, as an option that holds the others. */
function optionsAt(path: string): JsonObject {
  const [first = '', ...rest] = path.split('.')
  return { [first]: rest.length === 0 ? OTHER : optionsAt(rest.join('.')) }
}

/** As a service may read it all the same. */
function spellingsOf(options: JsonObject): readonly JsonObject[] {
  const [[key, value] = ['', null]] = Object.entries(options)
  const names = [key, key.toUpperCase(), `${key}[]`, `${key}[0]`]
  return names.map((name) => ({ [name]: value }))
}
