/**
 * Where the service's endpoints lie.
 */
import type { Endpoint } from '../chaos/schedule.ts'

export const PATHS = {
  generate: '/api/v1/generate',
  task: '/api/v1/task',
  contact: '/api/v1/contact',
  models: '/ai/models',
  files: '/files',
  openApi: '/api/v1/openapi.json',
  studio: '/studio',
} as const

/** By the first part of a request's path; what is not here is the service's own and gets no faults. */
export const REQUEST_PATHS: readonly { readonly start: string; readonly endpoint: Endpoint }[] = (
  ['generate', 'task', 'contact', 'models', 'files'] as const
).map((endpoint) => ({ start: PATHS[endpoint], endpoint }))
