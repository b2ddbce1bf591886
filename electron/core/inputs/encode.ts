/** Checks a request before it is taken, and builds the body that is sent: reference media go into `options`. */
import { readFile } from 'node:fs/promises'
import { fail, succeed, type Result } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { GenerateRequest } from '#contract/task.ts'
import type { GenerateBody } from '../service/client.ts'
import { diskFailure } from '../store/disk-errors.ts'
import type { Inputs } from './inputs.ts'

/** Keys under which options may say what a prompt says. Source: "Required unless options supplies equivalent input". */
const PROMPT_KEYS =
  /^(prompt|prompts|text|lyrics|title|description|script|story|messages|input|image.*|.*_image|.*_url|.*_urls|video.*|audio.*)$/i

/** What is wrong with a request before it is taken. `path` is where it stands in the call's input. */
export function checkRequest(inputs: Inputs, request: GenerateRequest, path: string): Result<null> {
  for (const [index, { inputId }] of (request.inputs ?? []).entries()) {
    if (!inputs.find(inputId)) {
      return fail('invalid_input', 'That input is not here any more. Add it again.', {
        field: `${path}.inputs.${index}.inputId`,
      })
    }
  }
  if ((request.prompt ?? '').trim() === '' && !saysEnough(request)) {
    return fail('invalid_input', 'Write a prompt, or give an input that stands for one.', {
      field: `${path}.prompt`,
    })
  }
  return succeed(null)
}

function saysEnough({ options = {}, inputs = [] }: GenerateRequest): boolean {
  return (
    inputs.length > 0 ||
    Object.entries(options).some(([key, value]) => PROMPT_KEYS.test(key) && !isEmpty(value))
  )
}

function isEmpty(value: Json): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The body of the generate request. Media that came by address are sent as the address, the others as data URIs. */
export async function encodeRequest(inputs: Inputs, request: GenerateRequest): Promise<Result<GenerateBody>> {
  const { inputs: references = [], options, prompt, ...head } = request
  const filled: Record<string, Json> = { ...options }
  for (const { inputId, option } of references) {
    const media = await encodeInput(inputs, inputId)
    if (!media.ok) return media
    if (!option.endsWith('[]')) {
      filled[option] = media.data
      continue
    }
    const key = option.slice(0, -2)
    const before = filled[key]
    filled[key] = [...(Array.isArray(before) ? (before as Json[]) : []), media.data]
  }
  const withOptions: JsonObject | undefined = Object.keys(filled).length > 0 || options ? filled : undefined
  return succeed({
    ...head,
    ...(prompt === undefined ? {} : { prompt }),
    ...(withOptions ? { options: withOptions } : {}),
  })
}

async function encodeInput(inputs: Inputs, inputId: string): Promise<Result<string>> {
  const record = inputs.find(inputId)
  if (!record)
    return fail('invalid_input', 'An input of this request is not here any more. Nothing was sent.')
  if (record.url !== undefined) return succeed(record.url)
  try {
    const bytes = await readFile(inputs.path(record))
    return succeed(`data:${record.mimeType};base64,${bytes.toString('base64')}`)
  } catch (error) {
    return fail(
      diskFailure(error)?.code ?? 'disk_error',
      `The file of "${record.name}" cannot be read. Add it again. Nothing was sent.`,
    )
  }
}
