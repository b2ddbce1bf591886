/** A response as the transport gives it to an adapter. Header names in small letters. */
import type { Json } from '#contract/json.ts'
import type { ServiceResponse } from '#core/service/transport/send-request.ts'

/** `body` is JSON, or a text that is none. */
export function responseOf(
  status: number,
  body: Json | { readonly text: string },
  headers: Readonly<Record<string, string>> = {},
): ServiceResponse {
  const text = typeof body === 'object' && body !== null && 'text' in body ? body.text : undefined
  const isText = typeof text === 'string'
  const header = (name: string): string | null => headers[name.toLowerCase()] ?? null
  return {
    kind: 'response',
    status,
    json: isText ? undefined : body,
    excerpt: (isText ? text : JSON.stringify(body)).slice(0, 200),
    header,
  }
}
