import { expect, it } from 'vitest'
import { refusal, refused, type Client } from '../service-under-test.ts'

export function describeErrors(now: () => Client): void {
  it.each([
    ['GET', '/api/v1/generate'],
    ['PUT', '/api/v1/generate'],
    ['POST', '/api/v1/task/some-id'],
    ['DELETE', '/api/v1/task/some-id'],
    ['GET', '/api/v1/contact'],
    ['POST', '/ai/models'],
  ])('%s %s is no endpoint: 405 with the error object, naming what is possible', async (method, path) => {
    const answer = await now().ask(method, path)
    expect(refusal(answer)).toEqual(refused(405))
    expect(answer.headers.get('Allow')).not.toBeNull()
  })

  it.each(['/', '/api', '/api/v1', '/api/v1/task', '/api/v1/task/a/b', '/favicon.ico'])(
    '%s is no endpoint: 404 with the error object',
    async (path) => {
      expect(refusal(await now().ask('GET', path))).toEqual(refused(404))
    },
  )

  it('a message never holds the key that was sent', async () => {
    const { generate, task } = now()
    const wrong = 'wrong-key-4711'
    for (const answer of [await generate({}, wrong), await task('x', '', wrong)]) {
      expect(answer.text).not.toContain(wrong)
    }
  })
}
