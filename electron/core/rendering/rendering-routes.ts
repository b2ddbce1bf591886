/** The calls between the host and the page that decodes and encodes for it, and the last frame that anyone may ask for. */
import { fail, succeed } from '#contract/errors.ts'
import type { HandlersFor } from '../calls/handlers.ts'
import { type Inputs, toInputMedia } from '../inputs/inputs.ts'
import type { Library } from '../library/library.ts'
import type { Rendering } from './rendering.ts'

interface RenderingRoutesDeps {
  readonly library: Pick<Library, 'find'>
  readonly inputs: Pick<Inputs, 'find'>
}

export function createRenderingHandlers(
  { work, lastFrame, measure }: Pick<Rendering, 'work' | 'lastFrame' | 'measure'>,
  { library, inputs }: RenderingRoutesDeps,
): HandlersFor<'rendering'> {
  return {
    'rendering.lastFrame': async ({ assetId }) => {
      const asset = library.find(assetId)
      const made = asset ? await lastFrame(asset) : fail('not_found', 'rendering.fileMissing')
      if (!made.ok) return made
      const input = inputs.find(made.data)
      return input ? succeed(toInputMedia(input)) : fail('not_found', 'inputs.noInput')
    },
    'rendering.measure': async ({ assetId }) => {
      const asset = library.find(assetId)
      return asset ? succeed(await measure(asset)) : fail('not_found', 'rendering.fileMissing')
    },
    'rendering.work': () => succeed({ items: work.list() }),
    'rendering.claim': (call) => work.claim(call),
    'rendering.report': (call) => work.report(call),
    'rendering.fail': (call) => work.fail(call),
    'rendering.finish': (call) => work.finish(call),
  }
}
