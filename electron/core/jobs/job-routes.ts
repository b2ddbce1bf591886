/** The calls about jobs. */
import { succeed } from '#contract/errors.ts'
import type { HandlersFor } from '../router.ts'
import type { Jobs } from './jobs.ts'

export function createJobHandlers(jobs: Jobs): HandlersFor<'jobs'> {
  return {
    'jobs.list': () => succeed({ items: jobs.list() }),
    'jobs.cancel': ({ id }) => jobs.cancel(id),
  }
}
