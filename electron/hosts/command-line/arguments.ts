/** Reads the command line of `generate` into a request. Every mistake is one sentence. */
import { parseArgs } from 'node:util'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { mediaTypeSchema, sceneSchema } from '#contract/models.ts'
import { SERVICE_KINDS } from '#contract/services.ts'
import { listServices } from '#core/service/registry.ts'

const KEY_VARIABLES = listServices()
  .flatMap(({ kind, keyVariable }) => (keyVariable === undefined ? [] : `${kind}: ${keyVariable}`))
  .join(', ')

export const USAGE = `Usage: npm run -s generate -- --prompt "a red fox in snow" [options]

  --media TYPE       image, video, character or music (default: image)
  --model ID         the model; default: the first of the listing that fits
  --provider ID      the provider; default: the one the listing gives the model
  --scene SCENE      for example image-to-image; default: what follows from the inputs
  --option KEY=VALUE an option of the model; a value that is JSON is sent as such (repeatable)
  --input FILE       a reference image, video or audio (repeatable)
  --service NAME     ${SERVICE_KINDS.join(', ')};
                     default: the bundled local service, which needs no key. The key comes from the environment
                     variable of that service alone (${KEY_VARIABLES})
  --base-url URL     another address of that service; alone, the address of a generation service
  --out DIR          where the files go (default: this folder)
  --json             print one line of JSON instead of paths
  --data-dir DIR     where the task and its files are kept while it runs`

export type GenerateArguments = Exclude<
  Extract<ReturnType<typeof readGenerateArguments>, { ok: true }>['data'],
  'help'
>

/** `help` when only the usage is asked for. */
export function readGenerateArguments(words: readonly string[]) {
  let values
  try {
    values = parseArgs({ args: [...words], options: OPTIONS, allowPositionals: false }).values
  } catch (error) {
    return fail('invalid_input', error instanceof Error ? firstSentence(error.message) : String(error))
  }
  if (values.help) return succeed('help' as const)
  const mediaType = mediaTypeSchema.safeParse(values.media ?? 'image')
  if (!mediaType.success) return fail('invalid_input', `--media takes ${mediaTypeSchema.options.join(', ')}.`)
  const scene = sceneSchema.optional().safeParse(values.scene)
  if (!scene.success) return fail('invalid_input', `--scene takes ${sceneSchema.options.join(', ')}.`)
  const service = SERVICE_KINDS.find((kind) => kind === values.service)
  if (service === undefined && values.service !== undefined)
    return fail('invalid_input', `--service takes ${SERVICE_KINDS.join(', ')}, not "${values.service}".`)
  const options = readOptions(values.option ?? [])
  if (!options.ok) return options
  const inputs = values.input ?? []
  if ((values.prompt ?? '').trim() === '' && inputs.length === 0 && Object.keys(options.data).length === 0) {
    return fail('invalid_input', 'Give a prompt: --prompt "a red fox in snow".')
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
  const asked = { mediaType: mediaType.data, scene: scene.data, options: options.data, inputs }
  return succeed({ prompt, service, model, provider, out, json, baseUrl, dataDir, ...asked })
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
    if (equals < 1) return fail('invalid_input', `--option takes KEY=VALUE, not "${pair}".`)
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

function firstSentence(message: string): string {
  return message.split('. ')[0]?.replace(/\.?$/, '.') ?? message
}
