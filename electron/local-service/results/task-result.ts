/**
 * Writes a finished task's result in the form that was asked for.
 *
 * Each form is that of a family of real gateways: named lists as in multi-provider templates (`videoUrl`, `audio_url`), plain
 * addresses as Replicate gives them, JSON in a string as Kie's task records do, base64 as OpenAI's images.
 */
import { readFile } from 'node:fs/promises'
import type { Result } from '../store/file-store.ts'
import type { StoredTask } from '../store/task-store.ts'
import type { ListedModel } from '../makers/maker.ts'
import { readOptions } from '../makers/read-options.ts'

/** Of all files of a task together; larger results are given as lists. */
const MAX_INLINE_BYTES = 8 * 1024 * 1024
const TOO_LARGE = 'The result is too large to be inline; its files are given as addresses.'
const KIE_STATE = 'success'

type TaskResult = Readonly<Record<string, unknown>>

/** The result of `task`, whose files are `results`, and what it cost; `origin` is put before their addresses. */
export async function taskResult(
  task: StoredTask,
  results: readonly Result[],
  origin: string,
): Promise<TaskResult> {
  return { ...(await shapedResult(task, results, origin)), credits: task.credits }
}

async function shapedResult(
  task: StoredTask,
  results: readonly Result[],
  origin: string,
): Promise<TaskResult> {
  switch (task.resultShape) {
    case 'urls':
      return { output: results.map((result) => origin + result.urlPath), ...task.remarks }
    case 'json_string':
      return jsonString(task, results, origin)
    case 'inline': {
      const sizeBytes = results.reduce((sum, result) => sum + result.sizeBytes, 0)
      if (sizeBytes <= MAX_INLINE_BYTES) return await inline(task, results)
      return { ...lists(results, origin), ...task.remarks, shape_note: TOO_LARGE }
    }
    default:
      return { ...lists(results, origin), ...task.remarks }
  }
}

function lists(results: readonly Result[], origin: string): TaskResult {
  const named: Record<string, unknown[]> = {}
  for (const result of results) {
    const keys = addressKeys(result.contentType)
    const list = (named[result.list] ??= [])
    const preview = result.preview === null ? {} : { [keys.preview]: origin + result.preview.urlPath }
    list.push({ [keys.address]: origin + result.urlPath, ...preview, ...result.facts })
  }
  return named
}

/** What the address and its preview are called differs between media, as it does elsewhere. */
function addressKeys(contentType: string): { readonly address: string; readonly preview: string } {
  if (contentType.startsWith('video/')) return { address: 'videoUrl', preview: 'thumbnailUrl' }
  if (contentType.startsWith('audio/')) return { address: 'audio_url', preview: 'image_url' }
  return { address: 'url', preview: 'thumbnail_url' }
}

function jsonString(task: StoredTask, results: readonly Result[], origin: string): TaskResult {
  const previews = results.flatMap(({ preview }) => (preview === null ? [] : [origin + preview.urlPath]))
  const urls = { resultUrls: results.map((result) => origin + result.urlPath) }
  const [startedAt, finishedAt] = [task.startedAt ?? task.createdAt, task.finishedAt ?? task.createdAt]
  return {
    taskId: task.id,
    model: task.model,
    state: KIE_STATE,
    param: JSON.stringify({ model: task.model, input: { prompt: task.prompt } }),
    resultJson: JSON.stringify(previews.length === 0 ? urls : { ...urls, thumbnailUrls: previews }),
    costTime: Math.round((finishedAt - startedAt) / 1000),
    createTime: task.createdAt,
    completeTime: finishedAt,
    ...task.remarks,
  }
}

async function inline(task: StoredTask, results: readonly Result[]): Promise<TaskResult> {
  const data = []
  for (const result of results) {
    const bytes = await readFile(result.diskPath)
    data.push({ b64_json: bytes.toString('base64'), content_type: result.contentType, ...result.facts })
  }
  return { created: Math.round((task.finishedAt ?? task.createdAt) / 1000), data, ...task.remarks }
}

const SHAPES = ['lists', 'urls', 'json_string', 'inline'] as const
type ResultShape = (typeof SHAPES)[number]

const OPTION = 'result_shape'

const PROPERTY = {
  type: 'string',
  title: 'Result format',
  description:
    'For developers of clients: how the task result names the files. lists: named lists with thumbnails; urls: plain addresses; json_string: JSON in a string; inline: base64, up to 8 MB.',
  enum: SHAPES,
  default: 'lists',
  'x-internal': true,
}

/**
 * The forms that a task result may take: gateways differ in them more than in anything else.
 *
 * Owns the forms' names and their description for the model listing. Every model takes every form, by the option
 * `result_shape`, which is the service's own and is never passed to a maker.
 *
 * The model as it is listed: its maker's options, and the result format last.
 */
export function withShapeOption(model: ListedModel): ListedModel {
  const properties = { ...Object(model.options['properties']), [OPTION]: PROPERTY } as object
  return { ...model, options: { ...model.options, properties } }
}

/** Parts the request's options into the form that is wanted and what the maker gets. Throws a `Problem` 400. */
export function takeShape(options: Readonly<Record<string, unknown>>): {
  readonly shape: ResultShape
  readonly rest: Readonly<Record<string, unknown>>
} {
  const { [OPTION]: wanted, ...rest } = options
  const schema = { properties: { [OPTION]: PROPERTY } }
  const { values } = readOptions<{ readonly [OPTION]: ResultShape }>(schema, { [OPTION]: wanted })
  return { shape: values[OPTION], rest }
}
