import { expect, it } from 'vitest'
import { refusal, refused, type Client } from '../service-under-test.ts'

export function describeAuthentication(now: () => Client): void {
  it('401: the key is missing on the generate endpoint', async () => {
    const { service, generate } = now()
    expect(refusal(await generate(service.generateBody, null))).toEqual(refused(401))
  })

  it('401: the key is invalid on the generate endpoint', async () => {
    const { service, generate } = now()
    expect(refusal(await generate(service.generateBody, 'nobodys-key'))).toEqual(refused(401))
  })

  it.each([
    ['another scheme', (key: string) => `Basic ${key}`],
    ['no scheme', (key: string) => key],
    ['nothing behind the scheme', () => 'Bearer'],
    ['two keys', (key: string) => `Bearer ${key} ${key}`],
    ['a key in another case', (key: string) => `Bearer ${key.toUpperCase()}`],
  ])('the key is sent as Bearer <API_KEY>, not as %s', async (_case, header) => {
    const { service, ask } = now()
    const answer = await ask('POST', '/api/v1/generate', {
      body: service.generateBody,
      headers: { Authorization: header(service.apiKey) },
    })
    expect(refusal(answer)).toEqual(refused(401))
  })

  it('the key is taken from the header alone, never from the address', async () => {
    const { service, ask } = now()
    const answer = await ask('GET', `/api/v1/task/x?api_key=${service.apiKey}&key=${service.apiKey}`)
    expect(refusal(answer)).toEqual(refused(401))
  })

  it('who has no valid key learns nothing about the request: 401 comes before 400', async () => {
    expect(refusal(await now().generate('{"broken', null))).toEqual(refused(401))
  })

  it('each user has tasks of their own', async () => {
    const { service, generate, submit, task } = now()
    expect((await generate(service.generateBody, service.otherApiKey)).status).toBe(200)
    expect(refusal(await task(await submit(), '', service.otherApiKey))).toEqual(refused(403))
  })
}
