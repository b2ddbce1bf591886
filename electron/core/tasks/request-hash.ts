/** What makes two requests the same: whatever the service is sent, and to whom. Who asks, when, and from where does not count. */
import { createHash } from 'node:crypto'
import type { Json } from '#contract/json.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { canonicalJson } from '../json/canonical-json.ts'

/** Of what is hashed. Another version finds nothing that an earlier one made. */
const VERSION = 1

interface SentRequest {
  /** Kind and address of the service: the same model elsewhere is another. */
  readonly service: string
  readonly request: GenerateRequest
  /** The content of an input; null where it is gone. */
  readonly sha256Of: (inputId: string) => string | null
}

/** `1-<SHA-256>`; null where an input is gone, so that nobody can say what was sent. */
export function requestHash({ service, request, sha256Of }: SentRequest): string | null {
  const { provider, mediaType, model, scene, prompt = '', options = {}, inputs = [] } = request
  const take = request.provenance?.shot?.take ?? 0
  const media = inputs.map(({ inputId, ...reference }) => ({ ...reference, sha256: sha256Of(inputId) }))
  if (media.some(({ sha256 }) => sha256 === null)) return null
  const parts = { service, provider, mediaType, model, scene, prompt, options, media, take }
  // What is not given is not there.
  const text = canonicalJson(JSON.parse(JSON.stringify(parts)) as Json)
  return `${VERSION}-${createHash('sha256').update(text).digest('hex')}`
}
