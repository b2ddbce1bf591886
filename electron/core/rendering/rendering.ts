/**
 * Last frames of videos, and sequences as one file.
 *
 * Knows who can do it: the process that reads files, a process that joins packets, or a page with a browser's decoders.
 */
import type { Result } from '#contract/errors.ts'
import type { VideoMeasures } from '#contract/rendering.ts'
import type { Context } from '../context/context.ts'
import type { Inputs } from '../inputs/inputs.ts'
import type { AssetRecord } from '../library/assets/asset-row.ts'
import type { Library } from '../library/library.ts'
import { UNREADABLE } from '../reading/reader.ts'
import { createLastFrames } from './last-frames.ts'
import { PageWork } from './page-work.ts'
import { render, type RenderedFile, type RenderOptions, type RenderRequest } from './render.ts'

export interface RenderingDeps extends Pick<Context, 'db' | 'clock' | 'events'> {
  readonly library: Pick<Library, 'find' | 'media' | 'reader'>
  readonly inputs: Pick<Inputs, 'add' | 'find'>
}

export type Rendering = ReturnType<typeof createRendering>

const WHOLE = { fromSeconds: 0, toSeconds: Infinity }

export function createRendering(deps: RenderingDeps) {
  const work = new PageWork(deps)
  const frames = createLastFrames(deps, work)
  return {
    work,
    /**
     * The input that an asset's last frame is: of an image the image itself. Made once and kept. It waits for a page where the host
     * cannot decode the video.
     *
     * @throws the reason of `signal`.
     */
    lastFrame: (asset: AssetRecord, signal?: AbortSignal): Promise<Result<string>> =>
      frames.make(asset, signal),
    /** The same where it is made already, else null. `sha256` is of the asset. */
    knownLastFrame: (sha256: string): string | null => frames.known(sha256),
    measure: async ({ sha256, extension, kind }: AssetRecord): Promise<VideoMeasures> => {
      const { media, reader } = deps.library
      const clip = { path: media.path(sha256, extension), part: WHOLE }
      const facts = kind === 'video' ? await reader.read('clip', clip, { sha256 }) : null
      const video = facts === UNREADABLE ? null : facts?.video
      if (!video) return { frameRate: null, startMs: null, endMs: null }
      return {
        frameRate: video.isVariable ? null : video.frameRate,
        // No trim that begins there begins behind it.
        startMs: Math.floor(video.part.fromSeconds * 1_000),
        endMs: Math.round(video.part.toSeconds * 1_000),
      }
    },
    /**
     * The clips as one file: joined by copying their packets where they allow it, else encoded by a page. Nothing is left where it
     * fails or is stopped. @throws the reason of `signal`.
     */
    render: (request: RenderRequest, options: RenderOptions): Promise<Result<RenderedFile>> =>
      render({ ...deps, work }, request, options),
  }
}
