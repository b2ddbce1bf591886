import { expect, it } from 'vitest'
import {
  errorObject,
  generateAnswer,
  MEDIA_TYPES,
  refusal,
  refused,
  SCENES,
  type Client,
} from '../service-under-test.ts'

const SCENE_OF = {
  image: 'text-to-image',
  video: 'text-to-video',
  character: 'character-creation',
  music: 'text-to-music',
} as const

export function describeGeneration(now: () => Client): void {
  it('200: a task is accepted, with code 0, a text message and data.taskId to poll', async () => {
    const { service, generate } = now()
    const { status, body } = await generate(service.generateBody)
    expect(status).toBe(200)
    generateAnswer.parse(body)
  })

  it('all bodies are JSON', async () => {
    const { service, generate } = now()
    const answers = [await generate(service.generateBody), await generate({})]
    for (const { headers } of answers) expect(headers.get('Content-Type')).toMatch(/^application\/json/u)
  })

  it('each submission is a task of its own', async () => {
    const { submit } = now()
    expect(await submit()).not.toBe(await submit())
  })

  it.each(['provider', 'mediaType', 'model', 'scene'])('%s is required', async (field) => {
    const { service, generate } = now()
    const { [field]: _left, ...body } = service.generateBody
    const answer = await generate(body)
    expect(refusal(answer)).toEqual(refused(400))
    expect(errorObject.parse(answer.body).message).toContain(field)
  })

  it.each(['provider', 'mediaType', 'model', 'scene', 'prompt'])('%s is a string', async (field) => {
    const { service, generate } = now()
    const answer = await generate({ ...service.generateBody, [field]: 7 })
    expect(refusal(answer)).toEqual(refused(400))
    expect(errorObject.parse(answer.body).message).toContain(field)
  })

  it.each(MEDIA_TYPES)('mediaType may be %s', async (mediaType) => {
    const { service, generate } = now()
    const body = { ...service.generateBody, mediaType, scene: SCENE_OF[mediaType], model: 'no-such-model' }
    const { message } = errorObject.parse((await generate(body)).body)
    expect(message).not.toMatch(/^mediaType.*not known/u)
  })

  it('mediaType is nothing else', async () => {
    const { service, generate } = now()
    const answer = await generate({ ...service.generateBody, mediaType: 'hologram' })
    expect(refusal(answer)).toEqual(refused(400))
    for (const known of MEDIA_TYPES) expect(errorObject.parse(answer.body).message).toContain(known)
  })

  it('scene is one of the seven and nothing else', async () => {
    const { service, generate } = now()
    const answer = await generate({ ...service.generateBody, scene: 'text-to-smell' })
    expect(refusal(answer)).toEqual(refused(400))
    for (const known of SCENES) expect(errorObject.parse(answer.body).message).toContain(known)
  })

  it('the model is one of the model listing', async () => {
    const { service, generate } = now()
    const answer = await generate({ ...service.generateBody, model: 'no-such-model' })
    expect(refusal(answer)).toEqual(refused(400))
    expect(errorObject.parse(answer.body).message).toContain('model')
  })

  it.each([
    ['left out', {}],
    ['empty', { prompt: '' }],
    ['only space', { prompt: ' \n' }],
  ])('prompt is required unless options supplies equivalent input: %s', async (_case, prompt) => {
    const { service, generate } = now()
    const { prompt: _left, ...body } = service.generateBody
    const answer = await generate({ ...body, ...prompt })
    expect(refusal(answer)).toEqual(refused(400))
    expect(errorObject.parse(answer.body).message).toContain('prompt')
  })

  it('prompt is not required when options supplies equivalent input', async () => {
    const { service, generate } = now()
    expect((await generate(service.promptlessBody)).status).toBe(200)
  })

  it('options is not required', async () => {
    const { service, generate } = now()
    const { options: _left, ...body } = service.generateBody
    expect((await generate(body)).status).toBe(200)
  })

  it.each([[['a list']], ['a text'], [7], [true]])('options is an object, not %j', async (options) => {
    const { service, generate } = now()
    const answer = await generate({ ...service.generateBody, options })
    expect(refusal(answer)).toEqual(refused(400))
    expect(errorObject.parse(answer.body).message).toContain('options')
  })

  it('options is free-form: additional properties are allowed', async () => {
    const { service, generate } = now()
    const own = service.generateBody['options'] as Readonly<Record<string, unknown>>
    const options = { ...own, unheard_of: { deeply: ['nested', null, 1.5] } }
    expect((await generate({ ...service.generateBody, options })).status).toBe(200)
  })

  it.each([
    ['resolution is a string', { resolution: 512 }],
    ['aspect_ratio is a string of the form <width>:<height>', { aspect_ratio: 'wide' }],
  ])('options: %s', async (_rule, options) => {
    const { service, generate } = now()
    const answer = await generate({ ...service.generateBody, options })
    expect(refusal(answer)).toEqual(refused(400))
    expect(errorObject.parse(answer.body).message).toContain(Object.keys(options)[0])
  })

  it.each([
    ['broken', '{"provider":'],
    ['empty', ''],
    ['no object', '["provider"]'],
  ])('the request body is required to be a JSON object: %s', async (_case, body) => {
    const { service, ask } = now()
    const answer = await ask('POST', '/api/v1/generate', {
      key: service.apiKey,
      body,
      headers: { 'Content-Type': 'application/json' },
    })
    expect(refusal(answer)).toEqual(refused(400))
  })

  it('the content type of the request is application/json', async () => {
    const { service, ask } = now()
    const answer = await ask('POST', '/api/v1/generate', {
      key: service.apiKey,
      body: service.generateBody,
      headers: { 'Content-Type': 'text/plain' },
    })
    expect(refusal(answer)).toEqual(refused(400))
  })
}
