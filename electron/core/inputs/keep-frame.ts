/** A frame of a video as an image of the library: it says which video it is from, and when it is shown there. */
import { randomUUID } from 'node:crypto'
import { copyFile, rm } from 'node:fs/promises'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { ParsedInput } from '#contract/routes.ts'
import type { Library } from '../library/library.ts'
import { UNKNOWN_MODEL } from '../library/exchange/facts-from-file.ts'
import { IMPORTED } from '../library/provenance/embedded-recipe.ts'
import { syncFile } from '../store/files.ts'
import type { Inputs } from './inputs.ts'

export async function keepFrame(
  { inputs, library }: { readonly inputs: Inputs; readonly library: Pick<Library, 'add' | 'find' | 'media'> },
  { inputId, assetId, atMs }: ParsedInput<'inputs.keepFrame'>,
): Promise<Result<{ readonly assetId: string }>> {
  const frame = inputs.find(inputId)
  if (frame?.kind !== 'image') return fail('not_found', 'There is no such image.', { field: 'inputId' })
  const video = library.find(assetId)
  if (video?.kind !== 'video') return fail('not_found', 'There is no such video.', { field: 'assetId' })
  const { sha256, sizeBytes, mimeType, extension } = frame
  const path = library.media.partPath(`frame-${randomUUID()}`)
  const { prompt } = video
  try {
    await copyFile(inputs.path(frame), path)
    await syncFile(path)
    const asset = await library.add({
      file: { path, sha256, sizeBytes, type: { kind: 'image', mimeType, extension } },
      facts: {
        place: 0,
        mediaType: 'image',
        provider: IMPORTED,
        model: UNKNOWN_MODEL,
        scene: IMPORTED,
        options: { frame_at_seconds: atMs / 1000 },
        fromAssetId: video.id,
        ...(prompt === undefined ? {} : { prompt }),
      },
    })
    return succeed({ assetId: asset.id })
  } finally {
    await rm(path, { force: true })
  }
}
