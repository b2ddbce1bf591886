/**
 * Writes a finished task's result in the form that was asked for: gateways differ in it more than in anything else.
 *
 * Each form is that of a family of real gateways: named lists as in multi-provider templates (`videoUrl`, `audio_url`), plain
 * addresses as Replicate gives them, base64 as OpenAI's images.
 */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { ListedModel } from '../makers/maker.ts'
import { choice, listedOptions, readOptions } from '../makers/options.ts'
import type { Result } from '../store/file-store.ts'
import type { StoredTask } from '../store/task-store.ts'

/** Of all files of a task together; larger results are given as lists. */
const MAX_INLINE_BYTES = 8 * 1024 * 1024
const TOO_LARGE = 'The result is too large to be inline; its files are given as addresses.'

type TaskResult = Readonly<Record<string, unknown>>

/** The result of `task`, whose files are `results`, and what it cost; `origin` is put before their addresses. */
export async function taskResult(
  task: StoredTask,
  results: readonly Result[],
  origin: string,
): Promise<TaskResult> {
  const { remarks, credits } = task
  const sizeBytes = results.reduce((sum, result) => sum + result.sizeBytes, 0)
  switch (task.resultShape) {
    case 'urls':
      return { output: results.map(({ urlPath }) => origin + urlPath), ...remarks, credits }
    case 'inline':
      if (sizeBytes > MAX_INLINE_BYTES)
        return { ...lists(results, origin), ...remarks, shape_note: TOO_LARGE, credits }
      return {
        created: Math.round((task.finishedAt ?? 0) / 1000),
        data: await inline(results),
        ...remarks,
        credits,
      }
    default:
      return { ...lists(results, origin), ...remarks, credits }
  }
}

function lists(results: readonly Result[], origin: string): TaskResult {
  const named: Record<string, unknown[]> = {}
  for (const { contentType, list, preview, urlPath, facts } of results) {
    // What the address and its preview are called differs between media, as it does elsewhere.
    const [address, image] = contentType.startsWith('video/')
      ? ['videoUrl', 'thumbnailUrl']
      : contentType.startsWith('audio/')
        ? ['audio_url', 'image_url']
        : ['url', 'thumbnail_url']
    const previews = preview === null ? {} : { [image]: origin + preview.urlPath }
    const entries = (named[list] ??= [])
    entries.push({ [address]: origin + urlPath, ...previews, ...facts })
  }
  return named
}

async function inline(results: readonly Result[]): Promise<readonly object[]> {
  return await Promise.all(
    results.map(async ({ diskPath, contentType, facts }) => {
      const bytes = await readFile(diskPath)
      return { b64_json: bytes.toString('base64'), content_type: contentType, ...facts }
    }),
  )
}

const shapeSchema = z.object({
  result_shape: choice(['lists', 'urls', 'inline'], 'lists', {
    title: 'Result format',
    description:
      'For developers of clients: how the task result names the files. lists: named lists with thumbnails; urls: plain addresses; inline: base64, up to 8 MB.',
    'x-internal': true,
  }),
})

/** The model as it is listed: its maker's options, and last the result format, which every model takes. */
export function withShapeOption(model: ListedModel): ListedModel {
  const properties = {
    ...Object(model.options['properties']),
    ...listedOptions(shapeSchema).properties,
  } as object
  return { ...model, options: { ...model.options, properties } }
}

/** Parts the request's options into the form that is wanted and what the maker gets. Throws a `Problem` 400. */
export function takeShape({ result_shape, ...rest }: Readonly<Record<string, unknown>>) {
  const { values } = readOptions(shapeSchema, { result_shape: result_shape ?? null })
  return { shape: values.result_shape, rest }
}
