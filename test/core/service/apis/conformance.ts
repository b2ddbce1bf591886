/**
 * What every service must do, whatever its API: run through the real core on a fake of the service over real HTTP.
 *
 * The fake says what differs (`ServiceUnderTest`); the promises are the same for all.
 */
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import type { ServiceKind } from '#contract/services.ts'
import { apiOf } from '#core/service/registry.ts'
import { KEY_FOR_TESTS } from '#test/stand-ins/canary.ts'
import type { TestApp } from '#test/stand-ins/test-app.ts'
import { dropEverywhere } from './drops.ts'
import {
  firstScene,
  openAt,
  type OpenService,
  openWithRequests,
  requestOf,
  submitFirst,
} from './open-under-test.ts'
import { testQuoted } from './quoted.ts'
import { type SentRequest, testReserved } from './reserved.ts'

/** A response in the words of the service's documentation. */
export interface ScriptedResponse {
  readonly status: number
  readonly body: Json
  readonly headers?: Readonly<Record<string, string>>
}

export interface SceneRequest {
  readonly provider?: string
  readonly mediaType?: MediaType
  readonly model: string
  readonly options?: JsonObject
  /** The option that takes an image; an image is given where it is named. */
  readonly inputOption?: string
}

/** A fake of a service, closed by whoever opened it. */
export interface ServiceUnderTest {
  readonly kind: ServiceKind
  readonly baseUrl: string
  /** Null for a service without keys. Without it, `KEY_FOR_TESTS`. */
  readonly apiKey?: string | null
  /** What the user does first, with the profile active: models that are added by hand. */
  prepare?(app: TestApp): Promise<void>
  /** A request for each scene that the adapter claims. */
  readonly scenes: Readonly<Partial<Record<Scene, SceneRequest>>>
  /** Requests that reached what is paid for, whatever became of them. */
  submissions(): number
  /** What the last of them named. */
  sent(): SentRequest
  /** Options that would replace that, by whatever name the API knows. */
  readonly hostileOptions: readonly JsonObject[]
  /** How a model is named where it is not by its id. */
  nameOnWire?(model: string): string
  /** Those that would be on the bill. */
  charged(): number
  /** The next submission is answered like this, and not charged. */
  scriptSubmission(response: ScriptedResponse): void
  /** Every response to a submission breaks after so many bytes, head included; null for whole ones. */
  cutSubmissionsAfter(bytes: number | null): void
  /** Submissions are taken from now on, and answered with a 500. For services that can be asked what became of one. */
  failAfterTaking?(): void
  /** In the documented shapes; left out where the service has no such error. 429 without Retry-After. */
  readonly errors: {
    readonly unauthorized?: ScriptedResponse
    readonly outOfCredits?: ScriptedResponse
    readonly invalid: ScriptedResponse
    readonly rateLimited?: ScriptedResponse
    /** A 5xx that leaves open whether the request was taken. */
    readonly serverError: ScriptedResponse
    readonly contentRefused?: ScriptedResponse
  }
  /** The files of all results have no byte from now on. */
  emptyFiles(): void
  /** What the service says of its models cannot be read from now on. */
  garbleModels(): void
  /** A model that the service does not have, as one that was removed; null where that is an error like any other. */
  readonly gone: string | null
  /** A request that makes so many files. */
  readonly several?: { readonly request: SceneRequest; readonly files: number }
  /** Every result address given so far stops working. For services whose results have addresses. */
  expireAddresses?(): void
  /** Tasks made from now on stay running until told otherwise. For services that cancel. */
  holdTasks?(held: boolean): void
  /** How many tasks were stopped at the service. */
  cancelled?(): number
}

export function testConformance(open: OpenService): void {
  describe('conformance', () => {
    testMainPath(open)
    testReserved(() => openWithRequests(open))
    testQuoted(() => openWithRequests(open))
    testRefusals(open)
    testLookUp(open)
    testResults(open)
    testBadModels(open)
    testCancel(open)
    testDrops(open)
  })
}

function testMainPath(open: OpenService): void {
  test('makes every scene that it claims, each with one paid request', async () => {
    const { app, service } = await openAt(open)
    const { capabilities } = apiOf(service.kind)
    expect(Object.keys(service.scenes).toSorted()).toEqual([...capabilities.scenes].toSorted())
    for (const [scene, asked] of Object.entries(service.scenes) as [Scene, SceneRequest][]) {
      const before = service.charged()
      const { id } = await app.submitOne(await requestOf(app, scene, asked))
      const task = await app.untilTask(id, 'saved', 'failed', 'rejected', 'unknown', 'unsaved')
      expect([scene, task.state, task.error?.message]).toEqual([scene, 'saved', undefined])
      expect([scene, task.assetIds.length > 0, service.charged() - before]).toEqual([scene, true, 1])
    }
  })

  test('knows its address, takes its key, and lists models that can be read again offline', async () => {
    const { app, profileId } = await openAt(open)
    expect(await app.ask('profiles.test', { id: profileId })).toMatchObject({ reachable: true })
    const listed = await app.ask('models.list', {})
    expect(listed.problem).toBeUndefined()
    expect((await app.ask('models.list', {})).items).toEqual(listed.items)
  })
}

function testRefusals(open: OpenService): void {
  test.each(['outOfCredits', 'invalid', 'contentRefused'] as const)(
    'ends a task that is refused (%s), says that nothing was charged, and asks once',
    async (name) => {
      const opened = await openAt(open)
      const { app, service } = opened
      const scripted = service.errors[name]
      if (!scripted) return
      service.scriptSubmission(scripted)
      const task = await app.untilTask(await submitFirst(opened), 'rejected', 'failed', 'unknown', 'saved')
      expect([task.state, task.error?.charged]).toEqual(['rejected', 'no'])
      expect(task.error?.message).toMatch(/.{15,}/)
      expect(service.submissions()).toBe(1)
    },
  )

  test('keeps a task whose key is refused waiting, and sends it with the next key', async () => {
    const opened = await openAt(open)
    const { app, service, profileId } = opened
    const { unauthorized } = service.errors
    if (!unauthorized) return
    service.scriptSubmission(unauthorized)
    const id = await submitFirst(opened)
    await app.until(async () => (await app.task(id)).error?.code === 'unauthorized')
    expect((await app.task(id)).state).toBe('queued')
    await app.ask('profiles.setKey', { id: profileId, apiKey: service.apiKey ?? KEY_FOR_TESTS })
    await app.untilTask(id, 'saved')
    expect(service.charged()).toBe(1)
  })

  test.each([{}, { 'retry-after': '7' }])(
    'waits for a limit and sends it again then (%o)',
    async (headers) => {
      const opened = await openAt(open)
      const { app, service } = opened
      const { rateLimited } = service.errors
      if (!rateLimited) return
      service.scriptSubmission({ ...rateLimited, headers: { ...rateLimited.headers, ...headers } })
      const id = await submitFirst(opened)
      await app.untilTask(id, 'saved')
      expect([service.submissions(), service.charged()]).toEqual([2, 1])
    },
  )

  test('does not know what became of a task after a server error, and asks once', async () => {
    const opened = await openAt(open)
    const { app, service } = opened
    service.scriptSubmission(service.errors.serverError)
    const task = await app.untilTask(await submitFirst(opened), 'unknown', 'rejected', 'saved')
    expect([task.state, service.submissions()]).toEqual(['unknown', 1])
  })
}

function testLookUp(open: OpenService): void {
  test('asks within a minute what became of a request that a server error answered, and tells what came of it', async () => {
    const opened = await openAt(open)
    const { app, service } = opened
    expect(service.failAfterTaking !== undefined).toBe(apiOf(service.kind).lookUp !== undefined)
    if (!service.failAfterTaking) return
    service.failAfterTaking()
    const id = await submitFirst(opened)
    const { history } = await app.untilTask(id, 'saved', 'rejected', 'failed')
    const at = (kind: string) => history.find((event) => event.kind === kind)?.at ?? Infinity
    expect(at('found') - at('unknown')).toBeLessThanOrEqual(60_000)
    expect([service.submissions(), service.charged()]).toEqual([1, 1])
  })

  test('tells that it asked where the service has no such request', async () => {
    const opened = await openAt(open)
    const { app, service } = opened
    if (!service.failAfterTaking) return
    service.scriptSubmission(service.errors.serverError)
    const id = await submitFirst(opened)
    const lookedUp = async () => (await app.task(id)).history.find(({ kind }) => kind === 'looked_up')
    const { message } = await app.until(lookedUp)
    expect(message?.id).toMatch(/^tasks\.lookUp\.(?:notYetThere|nothingAlike)$/u)
    expect((await app.task(id)).state).toBe('unknown')
  })
}

function testResults(open: OpenService): void {
  test('saves every file of a result', async () => {
    const { app, service } = await openAt(open)
    if (!service.several) return
    const { request, files } = service.several
    const [scene] = firstScene(service)
    const { assetIds } = await app.submitAndSave(await requestOf(app, scene, request))
    expect(assetIds).toHaveLength(files)
    expect(service.charged()).toBe(1)
  })

  test('says that a file has no bytes, what that cost, and loses nothing', async () => {
    const opened = await openAt(open)
    const { app, service } = opened
    service.emptyFiles()
    const task = await app.untilTask(await submitFirst(opened), 'unsaved', 'saved', 'failed', 'unknown')
    const { isFree } = apiOf(service.kind).capabilities
    expect([task.state, task.error?.charged]).toEqual(['unsaved', isFree ? 'no' : 'yes'])
    expect(task.error?.message).toMatch(/empty|no bytes|no file/u)
    expect(service.charged()).toBe(1)
  })

  test('asks for fresh addresses where those of a result have expired, and pays nothing for it', async () => {
    const opened = await openAt(open)
    const { app, service } = opened
    if (!service.expireAddresses) return
    const id = await submitFirst(opened)
    await app.until(() => service.charged() === 1)
    service.expireAddresses()
    await app.untilTask(id, 'saved')
    expect(service.charged()).toBe(1)
  })
}

function testBadModels(open: OpenService): void {
  test('refuses a model that was removed, names it, and pays nothing', async () => {
    const { app, service } = await openAt(open)
    if (service.gone === null) return
    const [scene, asked] = firstScene(service)
    const { id } = await app.submitOne(await requestOf(app, scene, { ...asked, model: service.gone }))
    const task = await app.untilTask(id, 'rejected', 'failed', 'unknown', 'saved')
    expect([task.state, task.error?.charged, service.charged()]).toEqual(['rejected', 'no', 0])
    expect(task.error?.message).toContain(service.gone.split(':')[0]?.split('/').at(-1))
  })

  test('makes what is asked for although nothing that it says of its models can be read', async () => {
    const opened = await openAt(open)
    const { app, service } = opened
    service.garbleModels()
    const { items, problem } = await app.ask('models.list', { refresh: true })
    expect(items.length > 0 || problem !== undefined).toBe(true)
    await app.untilTask(await submitFirst(opened), 'saved')
    expect(service.charged()).toBe(1)
  })
}

function testCancel(open: OpenService): void {
  test('stops a task at the service where that is possible, and says what that means for its cost', async () => {
    const opened = await openAt(open)
    const { app, service } = opened
    if (!service.holdTasks || !service.cancelled) return
    service.holdTasks(true)
    const id = await submitFirst(opened)
    await app.untilTask(id, 'running')
    const { cost } = await app.ask('tasks.stop', { id })
    const { isFree, cancel } = apiOf(service.kind).capabilities
    expect(cost).toBe(isFree || cancel === 'stops_cost' ? 'stopped' : 'may_go_on')
    const ends = async () => (await app.task(id)).history.slice(-2)
    await app.until(async () => (await ends()).at(-1)?.kind === 'cancelled')
    expect((await ends()).map(({ kind }) => kind)).toEqual(['stopped', 'cancelled'])
    expect(service.cancelled()).toBe(1)
  })
}

function testDrops(open: OpenService): void {
  test('never sends twice and loses nothing silently, wherever a response breaks off', async () => {
    const opened = await openAt(open)
    const figures = await dropEverywhere(opened, (prompt) => submitFirst(opened, prompt))
    expect(figures).toMatchObject({ duplicates: 0, losses: 0 })
    expect(figures.requests).toBeGreaterThan(3)
  }, 1_800_000)
}
