/** A service under test, the core with a profile at it, and requests for it. */
import { DEFAULT_SCENES, type MediaType, type Scene } from '#contract/rules/media.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { KEY_FOR_TESTS } from '#test/stand-ins/canary.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { openTestApp, type TestApp, connectTo } from '#test/stand-ins/test-app.ts'
import type { SceneRequest, ServiceUnderTest } from './conformance.ts'

export type OpenService = (app: TestApp) => Promise<ServiceUnderTest>

export interface Opened {
  readonly service: ServiceUnderTest
  readonly app: TestApp
  readonly profileId: string
}

/** The app is there first: its held clock may be the service's too. */
export async function openAt(open: OpenService): Promise<Opened> {
  const app = await openTestApp()
  const service = await open(app)
  const { kind, baseUrl, apiKey = KEY_FOR_TESTS } = service
  const key = apiKey === null ? {} : { apiKey }
  const profileId = await connectTo(app, { kind, baseUrl, ...key })
  await service.prepare?.(app)
  return { service, app, profileId }
}

/** With a request of each scene. */
export async function openWithRequests(open: OpenService) {
  const { app, service } = await openAt(open)
  const requests: GenerateRequest[] = []
  for (const [scene, asked] of Object.entries(service.scenes) as [Scene, SceneRequest][]) {
    requests.push(await requestOf(app, scene, asked))
  }
  return { app, service, requests }
}

export async function requestOf(
  app: TestApp,
  scene: Scene,
  asked: SceneRequest,
  prompt = 'a red fox',
): Promise<GenerateRequest> {
  const { provider = 'under-test', model, options, inputOption } = asked
  const request = { provider, model, scene, prompt, mediaType: asked.mediaType ?? mediaTypeOf(scene) }
  const given = options ? { options } : {}
  if (inputOption === undefined) return { ...request, ...given }
  const dataUrl = `data:image/png;base64,${(await makeImage(7)).toString('base64')}`
  const input = await app.ask('inputs.add', { name: 'fox.png', dataUrl })
  return { ...request, ...given, inputs: [{ inputId: input.id, option: inputOption }] }
}

function mediaTypeOf(scene: Scene): MediaType {
  const known = (Object.keys(DEFAULT_SCENES) as MediaType[]).find((one) => DEFAULT_SCENES[one] === scene)
  return known ?? (scene.endsWith('video') ? 'video' : 'image')
}

export function firstScene({ scenes }: ServiceUnderTest): readonly [Scene, SceneRequest] {
  const [first] = Object.entries(scenes)
  if (!first) throw new Error('The service names no scene.')
  return [first[0] as Scene, first[1]]
}

/** A request of the first scene, submitted. */
export async function submitFirst({ app, service }: Opened, prompt?: string): Promise<string> {
  const [scene, asked] = firstScene(service)
  const { id } = await app.submitOne(await requestOf(app, scene, asked, prompt))
  return id
}
