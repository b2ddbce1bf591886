/** An adapter against the stand-in of its service, without the engine around it. */
import type { Failure } from '#contract/errors.ts'
import { createSend, readResult, readTask, sendSubmission } from '#core/service/client.ts'
import type { GenerateBody, ServiceAddress } from '#core/service/service-api.ts'
import { taskToSend } from '#core/tasks/submission/task-to-send.ts'

export const NOW = Date.UTC(2026, 10, 22)

/** `at` is asked at each call: a test may change the address. `usual` is what is submitted where nothing else is. */
export function createAdapterClient(at: () => ServiceAddress, usual: GenerateBody) {
  const built = (body: GenerateBody) => {
    const task = taskToSend('task_1', body, NOW)
    return { task, request: at().api.submit(task, at()) }
  }
  const submit = async (body = usual) => {
    const { task, request } = built(body)
    if (!request.ok) throw new Error(request.error.id)
    return sendSubmission(at(), { task, request: request.data }, NOW)
  }
  return {
    free: () => createSend(at(), NOW),
    submit,
    /** The remote id of what was accepted. */
    accepted: async (body = usual): Promise<string> => {
      const outcome = await submit(body)
      return outcome.kind === 'accepted' ? outcome.remoteId : ''
    },
    /** Why nothing is sent. */
    refusal: (body: GenerateBody): Failure | undefined => {
      const { request } = built(body)
      return request.ok ? undefined : request.error
    },
    stateOf: async (id: string) => {
      const outcome = await readTask(at(), id, false, NOW)
      return outcome.kind === 'ok' ? outcome.value : outcome
    },
    resultOf: async (id: string) => {
      const outcome = await readResult(at(), id, 0, NOW)
      return outcome.kind === 'ok' ? outcome.value : outcome
    },
    /** What the connection test says, at another address or with another key too. */
    verdict: (more: Partial<ServiceAddress> = {}) => {
      const address = { ...at(), ...more }
      return address.api.test(createSend(address, NOW), address)
    },
  }
}
