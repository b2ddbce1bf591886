/** The arguments that say what is generated, which every command line that generates has. */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { message } from '#contract/messages/message.ts'
import { mediaTypeSchema, sceneSchema } from '#contract/models.ts'
import { folderNeeded } from './read-arguments.ts'
import { isSeedKey, seedOf, withSeedsAsTexts } from '#contract/rules/exact-seeds.ts'

export const REQUEST_OPTIONS = {
  prompt: { type: 'string' },
  media: { type: 'string' },
  model: { type: 'string' },
  provider: { type: 'string' },
  scene: { type: 'string' },
  option: { type: 'string', multiple: true },
  input: { type: 'string', multiple: true },
  out: { type: 'string' },
  json: { type: 'boolean' },
  'data-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

interface RequestValues {
  readonly prompt?: string | undefined
  readonly media?: string | undefined
  readonly model?: string | undefined
  readonly provider?: string | undefined
  readonly scene?: string | undefined
  readonly option?: readonly string[] | undefined
  readonly input?: readonly string[] | undefined
  readonly out?: string | undefined
  readonly json?: boolean | undefined
  readonly 'data-dir'?: string | undefined
}

/** Fails where a word is none of those that are known, or nothing is asked for. */
export function readRequest(values: RequestValues) {
  const mediaType = oneOf(values.media ?? 'image', '--media', mediaTypeSchema.options)
  if (!mediaType.ok) return mediaType
  const scene = values.scene === undefined ? null : oneOf(values.scene, '--scene', sceneSchema.options)
  if (scene?.ok === false) return scene
  const options = readOptions(values.option ?? [])
  if (!options.ok) return options
  const inputs = values.input ?? []
  if ((values.prompt ?? '').trim() === '' && inputs.length === 0 && Object.keys(options.data).length === 0) {
    return fail('invalid_input', 'command-line.promptMissing')
  }
  const { prompt, model, provider, out = '.', json = false, 'data-dir': dataDir } = values
  if (out === '') return folderNeeded('--out')
  if (dataDir === '') return folderNeeded('--data-dir')
  const asked = { mediaType: mediaType.data, scene: scene?.data, options: options.data, inputs }
  return succeed({ prompt, model, provider, out, json, dataDir, ...asked })
}

export function oneOf<const Word extends string>(
  given: string,
  argument: string,
  known: readonly Word[],
): Result<Word> {
  const word = known.find((one) => one === given)
  return word === undefined
    ? fail('invalid_input', message('command-line.takesOneOf', { argument, known, given }))
    : succeed(word)
}

function readOptions(pairs: readonly string[]): Result<JsonObject> {
  const options: Record<string, Json> = {}
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    if (equals < 1)
      return fail('invalid_input', message('command-line.takesPair', { argument: '--option', given: pair }))
    const [key, value] = [pair.slice(0, equals), pair.slice(equals + 1)]
    options[key] = (isSeedKey(key) ? seedOf(value) : null) ?? readValue(value)
  }
  return succeed(options)
}

/** `5` is a number, `true` a boolean, `"5"` in quotes and everything that is not JSON a string. */
function readValue(text: string): Json {
  try {
    return JSON.parse(withSeedsAsTexts(text)) as Json
  } catch {
    return text
  }
}
