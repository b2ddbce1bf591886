/** Opens an asset for its packets and frames, read by ranges from the host. */
import { ALL_FORMATS, Input, type InputVideoTrack, UrlSource } from 'mediabunny'
import { mediaUrl } from '../../bridge/media.ts'
import { RenderProblem } from './messages.ts'

/** Dispose of it. */
export function openMedia(assetId: string): Input {
  return new Input({ source: new UrlSource(new URL(mediaUrl(assetId), location.href)), formats: ALL_FORMATS })
}

/** @throws RenderProblem where there is no video, or no decoder for it. `clip` is its place in the plan. */
export async function videoOf(input: Input, clip?: number): Promise<InputVideoTrack> {
  const track = await input.getPrimaryVideoTrack().catch(() => null)
  if (!track) throw new RenderProblem('damaged', clip)
  if (!(await track.canDecode())) throw new RenderProblem('noDecoder', clip)
  return track
}
