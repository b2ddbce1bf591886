/**
 * The last frame of a video, exactly: decoded from the last key frame on, upright, in its own size. Its colours are those that the video
 * names; one that names none is read as players do, by its size: BT.709 from 720 lines on, else BT.601.
 */
import { CanvasSink } from 'mediabunny'
import { RenderProblem } from './messages.ts'
import { openMedia, videoOf } from './open-media.ts'

/** As a PNG, which loses nothing. @throws RenderProblem */
export async function lastFrame(assetId: string): Promise<Blob> {
  const input = openMedia(assetId)
  try {
    const track = await videoOf(input)
    const last = await new CanvasSink(track).getCanvas(Infinity).catch(() => null)
    if (!(last?.canvas instanceof OffscreenCanvas)) throw new RenderProblem('damaged')
    return await last.canvas.convertToBlob({ type: 'image/png' })
  } finally {
    input.dispose()
  }
}
