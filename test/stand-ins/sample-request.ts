/** A request that the faulty service takes. */
import type { GenerateRequest } from '#contract/tasks.ts'

export const REQUEST: GenerateRequest = {
  provider: 'stand-in',
  mediaType: 'image',
  model: 'sample',
  scene: 'text-to-image',
  prompt: 'a red fox in snow',
}
