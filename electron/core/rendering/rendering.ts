/**
 * Last frames of videos, and sequences as one file.
 *
 * Knows who can do it: the process that reads files, a process that joins packets, or a page with a browser's decoders.
 */
import { fail, type Result } from '#contract/errors.ts'
import type { Message } from '#contract/messages/message.ts'
import type { RenderPlan } from '#contract/rendering.ts'
import type { Context } from '../context/context.ts'
import type { Inputs } from '../inputs/inputs.ts'
import type { JobProgress } from '../jobs/jobs.ts'
import type { AssetRecord } from '../library/assets/asset-row.ts'
import type { Library } from '../library/library.ts'
import { createLastFrames } from './last-frames.ts'
import { PageWork } from './page-work.ts'

/** What is left open is as the first clip has it. */
export type RenderRequest = Omit<RenderPlan, 'width' | 'height' | 'frameRate'> &
  Partial<Pick<RenderPlan, 'width' | 'height' | 'frameRate'>>

export interface RenderOptions {
  /** Where the file goes. What is there already is replaced when the new one is whole. */
  readonly to: string
  readonly signal: AbortSignal
  readonly onProgress?: (progress: JobProgress) => void
}

export interface RenderedFile {
  readonly sizeBytes: number
  readonly durationMs: number
  readonly width: number
  readonly height: number
  readonly frameRate: number
  /** Its packets are those of the clips. */
  readonly isCopied: boolean
  /** Whether it was copied or encoded and why, and what was left out or added. */
  readonly said: Message
}

export interface RenderingDeps extends Pick<Context, 'db' | 'clock' | 'events'> {
  readonly library: Pick<Library, 'find' | 'media' | 'reader'>
  readonly inputs: Pick<Inputs, 'add' | 'find'>
}

export type Rendering = ReturnType<typeof createRendering>

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
    /**
     * The clips as one file: joined by copying their packets where they allow it, else encoded by a page. Nothing is left where it
     * fails or is stopped. @throws the reason of `signal`.
     */
    render: async (_request: RenderRequest, _options: RenderOptions): Promise<Result<RenderedFile>> =>
      fail('not_available_here', 'rendering.notYet'),
  }
}
