/** The end of a host: what is being sent is answered, and nothing else is sent. */
import { expect, test } from 'vitest'
import { accept } from '#test/stand-ins/faulty-responses.ts'
import { openAtService } from '#test/stand-ins/test-app.ts'

/** With one request at the service, which is answered when the test says so. */
async function openSending() {
  const { app, service } = await openAtService()
  let answer = (): void => undefined
  const asked = new Promise<void>((resolve) => (answer = resolve))
  service.script('generate', {
    name: 'late',
    give: async (at) => {
      await asked
      await accept.give(at)
    },
  })
  const { id } = await app.submitOne()
  await app.until(() => service.generates().length === 1)
  return { app, service, id, answer }
}

test('waits for the answer of what is being sent, and sends nothing more', async () => {
  const { app, service, id, answer } = await openSending()
  const finishing = app.app.finishSending(10_000)
  const next = await app.submitOne()
  answer()
  await finishing
  expect([(await app.task(id)).state, (await app.task(next.id)).state]).toEqual(['running', 'queued'])
  expect(service.generates()).toHaveLength(1)
  // The next run sends it: the user has not paused anything.
  expect(await app.ask('queue.state', {})).toMatchObject({ paused: false })
})

test('waits no longer than it may', async () => {
  const { app, id, answer } = await openSending()
  const finishing = app.app.finishSending(10_000)
  app.clock.advance(10_000)
  await finishing
  expect((await app.task(id)).state).toBe('sending')
  answer()
})
