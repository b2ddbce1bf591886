/** One submission, by the function that sends every request. */
import { sendRequest, type ServiceRequest } from '#core/service/transport/send-request.ts'

export function postGenerate(baseUrl: string, more: Partial<ServiceRequest> = {}) {
  return sendRequest({
    method: 'POST',
    url: `${baseUrl}/api/v1/generate`,
    apiKey: 'canary-key',
    body: JSON.stringify({ prompt: 'x'.repeat(2_000) }),
    timeoutMs: 30_000,
    ...more,
  })
}
