/** Checks a request before it is taken. */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
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
