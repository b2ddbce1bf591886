/** Reads the command line of `generate` into a request. */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { message, type Message } from '#contract/messages/message.ts'
import { mediaTypeSchema, sceneSchema } from '#contract/models.ts'
import { SERVICE_KINDS } from '#contract/services.ts'
import { APIS } from '#core/service/registry.ts'
import { readArguments } from './read-arguments.ts'

/** What the command takes. */
export function usage(): Message {
  const variables = APIS.flatMap(({ kind, keyVariable }) =>
    keyVariable === undefined ? [] : [`${kind}: ${keyVariable}`],
  )
  return message('command-line.usage', { services: SERVICE_KINDS, variables })
}

export type GenerateArguments = Exclude<
  Extract<ReturnType<typeof readGenerateArguments>, { ok: true }>['data'],
  'help'
>

/** `help` when only the usage is asked for. */
export function readGenerateArguments(words: readonly string[]) {
  const read = readArguments(words, { options: OPTIONS })
  if (!read.ok) return read
  const { values } = read.data
  if (values.help) return succeed('help' as const)
  const mediaType = oneOf(values.media ?? 'image', '--media', mediaTypeSchema.options)
  if (!mediaType.ok) return mediaType
  const scene = values.scene === undefined ? null : oneOf(values.scene, '--scene', sceneSchema.options)
  if (scene?.ok === false) return scene
  const service = values.service === undefined ? null : oneOf(values.service, '--service', SERVICE_KINDS)
  if (service?.ok === false) return service
  const options = readOptions(values.option ?? [])
  if (!options.ok) return options
  const inputs = values.input ?? []
  if ((values.prompt ?? '').trim() === '' && inputs.length === 0 && Object.keys(options.data).length === 0) {
    return fail('invalid_input', 'command-line.promptMissing')
  }
  const {
    prompt,
    model,
    provider,
    out = '.',
    json = false,
    'base-url': baseUrl,
    'data-dir': dataDir,
  } = values
  const asked = { mediaType: mediaType.data, scene: scene?.data, options: options.data, inputs }
  return succeed({ prompt, service: service?.data, model, provider, out, json, baseUrl, dataDir, ...asked })
}

function oneOf<const Word extends string>(
  given: string,
  argument: string,
  known: readonly Word[],
): Result<Word> {
  const word = known.find((one) => one === given)
  return word === undefined
    ? fail('invalid_input', message('command-line.takesOneOf', { argument, known, given }))
    : succeed(word)
}

const OPTIONS = {
  prompt: { type: 'string' },
  media: { type: 'string' },
  model: { type: 'string' },
  provider: { type: 'string' },
  scene: { type: 'string' },
  service: { type: 'string' },
  option: { type: 'string', multiple: true },
  input: { type: 'string', multiple: true },
  'base-url': { type: 'string' },
  out: { type: 'string' },
  json: { type: 'boolean' },
  'data-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

function readOptions(pairs: readonly string[]): Result<JsonObject> {
  const options: Record<string, Json> = {}
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    if (equals < 1)
      return fail('invalid_input', message('command-line.takesPair', { argument: '--option', given: pair }))
    options[pair.slice(0, equals)] = readValue(pair.slice(equals + 1))
  }
  return succeed(options)
}

/** `5` is a number, `true` a boolean, `"5"` in quotes and everything that is not JSON a string. */
function readValue(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
