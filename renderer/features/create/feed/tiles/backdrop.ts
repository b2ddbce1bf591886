/** What a running task shows of what comes: the image it starts from, else the last result of the same prompt. */
import type { Scene } from '#contract/rules/media.ts'
import type { Task } from '#contract/tasks.ts'
import { inputUrl, thumbUrl } from '../../../../bridge/media.ts'

/** Scenes whose first input is an image. */
const FROM_IMAGE: readonly Scene[] = ['image-to-image', 'image-to-video', 'character-creation']

/** An address, or null. `tasks` newest first. */
export function backdropOf({ request }: Task, tasks: readonly Task[]): string | null {
  const [input] = request.inputs ?? []
  if (input !== undefined && FROM_IMAGE.includes(request.scene)) return inputUrl(input.inputId)
  // A video has a thumbnail only once the page has made one.
  if (request.mediaType !== 'image' || request.prompt === undefined) return null
  const last = tasks.find(
    (other) =>
      other.assetIds.length > 0 &&
      other.request.mediaType === 'image' &&
      other.request.prompt === request.prompt,
  )
  const [assetId] = last?.assetIds ?? []
  return assetId === undefined ? null : thumbUrl(assetId)
}
