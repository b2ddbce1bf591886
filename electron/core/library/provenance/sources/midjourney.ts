/**
 * Midjourney: the prompt with its parameters and the job's id as a description, or as much of it as the file's name holds.
 *
 * Source: docs.midjourney.com, "Parameter List"; files saved from its site.
 */
import type { Recipe } from '#contract/exchange.ts'
import type { Json } from '#contract/json.ts'
import { propertyIn } from '../xmp-properties.ts'
import { type Carried, recipeFrom } from './carried.ts'

const JOB = /\bJob ID:\s*([0-9a-f-]{36})\s*$/i
/** `name_words_of_the_prompt_<job>_2.png`. */
const FILE_NAME = /^(.+)_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?:_\d)?\.\w{3,4}$/i

export function readMidjourney({ texts, name }: Carried): Recipe | null {
  for (const description of [texts.description, texts.xmp && propertyIn(texts.xmp, 'dc:description')]) {
    if (description && JOB.test(description)) return readCommand(description.replace(JOB, '').trim())
  }
  const [, words] = FILE_NAME.exec(name) ?? []
  const [user = '', ...rest] = words?.split('_') ?? []
  return user === '' || rest.length === 0 ? null : readCommand(rest.join(' '))
}

/** `a fox --ar 3:2 --no snow, ice --v 6.1`. */
function readCommand(command: string): Recipe | null {
  const [prompt = '', ...parameters] = command.split(/\s--(?=[a-z])/i)
  const settings = new Map(
    parameters.map((parameter) => {
      const [key = '', ...value] = parameter.trim().split(/\s+/)
      return [key.toLowerCase(), value.join(' ')] as const
    }),
  )
  const version = settings.get('v') ?? settings.get('version')
  const niji = settings.get('niji')
  const others = [...settings]
    .filter(([key]) => !['seed', 'no', 'v', 'version', 'niji'].includes(key))
    .map(([key, value]): [string, Json] => [LONG_NAMES[key] ?? key, value === '' ? true : value])
  return recipeFrom('midjourney', {
    prompt: prompt.trimEnd(),
    negative: settings.get('no'),
    model:
      niji === undefined
        ? version === undefined
          ? 'Midjourney'
          : `Midjourney v${version}`
        : `Midjourney niji ${niji}`.trim(),
    seed: settings.get('seed'),
    others: Object.fromEntries(others),
  })
}

const LONG_NAMES: Readonly<Record<string, string>> = {
  ar: 'aspect_ratio',
  aspect: 'aspect_ratio',
  s: 'stylize',
  c: 'chaos',
  q: 'quality',
  w: 'weird',
  iw: 'image_weight',
}
