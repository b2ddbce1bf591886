/** What an agent sends is exactly what was quoted, for every service: with inputs, uploads and ids of our own. */
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { GenerateRequest } from '#contract/tasks.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { slow } from '#test/stand-ins/scale.ts'
import type { TestApp } from '#test/stand-ins/test-app.ts'
import type { openWithRequests } from './open-under-test.ts'

export function testQuoted(open: () => ReturnType<typeof openWithRequests>): void {
  slow('sends for an agent what was quoted, in every scene, and shows it before', async () => {
    const { app, service, requests } = await open()
    const { quote, generate } = await agentAt(app)
    const sha256 = createHash('sha256')
      .update(await makeImage(7))
      .digest('hex')
    for (const request of requests) {
      const before = service.charged()
      const quoteId = await quote(request, request)
      const { items } = await app.ask('agents.bodies', { quoteId })
      const shown = JSON.stringify(items)
      expect([request.scene, items.map(({ count }) => count)]).toEqual([request.scene, [2]])
      expect([request.scene, shown.includes(`SHA-256 ${sha256}`)]).toEqual([request.scene, !!request.inputs])
      expect(shown).not.toMatch(/[\w+/]{200}/u)
      // A workflow may take no prompt.
      const hasPrompt = service.nameOnWire?.(request.model) !== ''
      expect([request.scene, shown.includes('a red fox')]).toEqual([request.scene, hasPrompt])
      for (const id of generate(quoteId)) {
        const task = await app.untilTask(id, 'saved', 'rejected', 'failed', 'unknown')
        expect([request.scene, task.state, task.error?.message]).toEqual([request.scene, 'saved', undefined])
      }
      expect([request.scene, service.charged() - before]).toEqual([request.scene, 2])
    }
  })

  test('sends nothing for an agent that is not what was quoted', async () => {
    const { app, service, requests } = await open()
    const { quote, generate } = await agentAt(app)
    const [request] = requests
    if (!request) throw new Error('There is no scene.')
    await app.ask('queue.pause', {})
    const [id = ''] = generate(await quote(request))
    const db = new DatabaseSync(join(app.dataDir, 'library.db'))
    db.prepare('UPDATE tasks SET request = ? WHERE id = ?').run(
      JSON.stringify({ ...request, prompt: 'a wolf' }),
      id,
    )
    db.close()
    const again = await app.reopen({ clock: app.clock })
    await again.ask('queue.resume', {})
    const task = await again.untilTask(id, 'rejected', 'saved', 'failed')
    expect(task).toMatchObject({ state: 'rejected', error: { code: 'conflict', id: 'tasks.notApproved' } })
    expect(service.submissions()).toBe(0)
  })
}

async function agentAt(app: TestApp) {
  const { token } = await app.ask('agents.create', { name: 'Claude', budget: { requestsPerDay: 100 } })
  const { agents } = app.app
  const agentId = agents.identify(token)?.agentId ?? ''
  return {
    quote: async (...requests: GenerateRequest[]): Promise<string> => {
      const quoted = await agents.quote(agentId, { requests })
      if (!quoted.ok) throw new Error(quoted.error.id)
      return quoted.data.quoteId
    },
    /** The ids of its tasks. */
    generate: (quoteId: string): readonly string[] => {
      const sent = agents.generate(agentId, quoteId)
      if (!sent.ok || sent.data.state !== 'sent') throw new Error('It was not sent.')
      return sent.data.tasks.map(({ id }) => id)
    },
  }
}
