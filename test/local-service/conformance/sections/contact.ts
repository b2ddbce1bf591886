import { expect, it } from 'vitest'
import { errorObject, refusal, refused, type Client } from '../service-under-test.ts'

const EMAIL = 'ada@example.com'

export function describeContact(now: () => Client): void {
  it('200: submitted, with code 0, without authentication', async () => {
    const { status, body } = await now().contact({ email: EMAIL, content: 'Hello' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ code: 0 })
  })

  it('content has a maximum length of 5000 characters', async () => {
    const { contact } = now()
    expect((await contact({ email: EMAIL, content: 'x'.repeat(5_000) })).status).toBe(200)
    expect((await contact({ email: EMAIL, content: '🦊'.repeat(5_000) })).status).toBe(200)
    const tooLong = await contact({ email: EMAIL, content: 'x'.repeat(5_001) })
    expect(refusal(tooLong)).toEqual(refused(400))
    expect(errorObject.parse(tooLong.body).message).toContain('5000')
  })

  it.each(['email', 'content'])('400: %s is required', async (field) => {
    const { [field]: _left, ...body }: Record<string, string> = { email: EMAIL, content: 'Hello' }
    const answer = await now().contact(body)
    expect(refusal(answer)).toEqual(refused(400))
    expect(errorObject.parse(answer.body).message).toContain(field)
  })

  it.each(['email', 'content'])('400: %s is a string', async (field) => {
    const answer = await now().contact({ email: EMAIL, content: 'Hello', [field]: 7 })
    expect(refusal(answer)).toEqual(refused(400))
    expect(errorObject.parse(answer.body).message).toContain(field)
  })

  it.each(['not an address', 'a@', '@example.com', 'a b@example.com', ''])(
    '400: email has the format email, unlike "%s"',
    async (email) => {
      expect(refusal(await now().contact({ email, content: 'Hello' }))).toEqual(refused(400))
    },
  )

  it('400: a body that is no object', async () => {
    expect(refusal(await now().contact(['Hello']))).toEqual(refused(400))
  })
}
