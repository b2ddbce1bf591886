import { expect, it, onTestFinished } from 'vitest'
import { refusal, refused, speakTo, type Client, type Start, type Terms } from '../service-under-test.ts'

export function describeLimits(start: Start): void {
  async function startWith(terms: Terms): Promise<Client> {
    const service = await start(terms)
    onTestFinished(() => service.close())
    return speakTo(service)
  }

  const cases: readonly (readonly [string, Terms])[] = [
    ['per minute', { requestsPerMinute: 1 }],
    ['per day', { requestsPerDay: 1 }],
    ['by concurrency', { concurrentTasks: 1, slow: true }],
  ]
  it.each(cases)(
    'the generate endpoint is limited %s, per user: 429 with Retry-After',
    async (_name, terms) => {
      const { service, generate } = await startWith(terms)
      const first = await generate(service.generateBody)
      const second = await generate(service.generateBody)
      const other = await generate(service.generateBody, service.otherApiKey)
      expect([first.status, second.status, other.status]).toEqual([200, 429, 200])
      expect(Number(second.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(refusal(second)).toEqual(refused(429))
    },
  )

  it('what was refused does not count against the limit', async () => {
    const { service, generate } = await startWith({ requestsPerMinute: 1 })
    expect((await generate({ ...service.generateBody, scene: 'x' })).status).toBe(400)
    expect((await generate(service.generateBody)).status).toBe(200)
  })

  it('polling is not limited by the limits of the generate endpoint', async () => {
    const { submit, task } = await startWith({ requestsPerMinute: 1, requestsPerDay: 1 })
    const id = await submit()
    for (let poll = 0; poll < 20; poll += 1) expect((await task(id)).status).toBe(200)
  })

  it('the contact endpoint is rate limited: 429 with Retry-After', async () => {
    const { contact } = await startWith({ contactsPerMinute: 1 })
    const message = { email: 'ada@example.com', content: 'Hello' }
    expect((await contact(message)).status).toBe(200)
    const second = await contact(message)
    expect(refusal(second)).toEqual(refused(429))
    expect(Number(second.headers.get('Retry-After'))).toBeGreaterThan(0)
  })
}
