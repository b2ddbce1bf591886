/** The calls between the host and the page that decodes and encodes for it. */
import { succeed } from '#contract/errors.ts'
import type { HandlersFor } from '../calls/handlers.ts'
import type { PageWork } from './page-work.ts'

export function createRenderingHandlers(work: PageWork): HandlersFor<'rendering'> {
  return {
    'rendering.work': () => succeed({ items: work.list() }),
    'rendering.claim': (call) => work.claim(call),
    'rendering.report': (call) => work.report(call),
    'rendering.fail': (call) => work.fail(call),
    'rendering.finish': (call) => work.finish(call),
  }
}
