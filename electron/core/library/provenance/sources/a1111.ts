/**
 * The text that the Stable Diffusion web UI (AUTOMATIC1111, and those that write like it) puts into an image:
 *
 *     prompt, over several lines
 *     Negative prompt: what is not wanted
 *     Steps: 20, Sampler: Euler a, CFG scale: 7, Seed: 1, Size: 512x768, Model: name
 *
 * Source: AUTOMATIC1111/stable-diffusion-webui, modules/infotext_utils.py, `parse_generation_parameters`.
 */
import type { Recipe } from '#contract/exchange.ts'
import type { Json } from '#contract/json.ts'
import { isLongInteger } from '#contract/rules/exact-seeds.ts'
import { cleanObject, cleanText, isObject, parseJson } from '../clean-json.ts'
import { MAX_PROMPT } from '../embedded-recipe.ts'

const LONGEST = 2 * MAX_PROMPT
const MAX_PARAMETERS = 200
const NEGATIVE = 'Negative prompt:'

/** The names that services give to what is meant; others keep theirs in lower case. */
const OPTION_NAMES: ReadonlyMap<string, string> = new Map([
  ['cfg scale', 'cfg_scale'],
  ['schedule type', 'scheduler'],
  ['denoising strength', 'strength'],
])

/** Null where the text does not end in a line of parameters. */
export function readA1111(text: string): Recipe | null {
  const lines = cleanText(text, LONGEST).trim().split(/\r?\n/)
  const last = lines.findLastIndex((line) => /^\s*Steps: \d/.test(line))
  if (last < 0) return null
  const parameters = splitParameters(lines.slice(last).join('\n'))
  const { prompt, negative } = splitPrompts(lines.slice(0, last))
  const { model: named, size, template, ...others } = Object.fromEntries(parameters)
  const model = named ?? modelIn(others['civitai resources'])
  const [, width, height] = /^(\d{1,6})x(\d{1,6})$/.exec(size ?? '') ?? []
  const options: Record<string, Json> = {}
  if (negative !== '') options['negative_prompt'] = negative
  for (const [name, value] of Object.entries(others)) options[optionName(name)] = readValue(value)
  if (width !== undefined && height !== undefined) {
    Object.assign(options, { width: Number(width), height: Number(height) })
  }
  return {
    source: 'a1111',
    mediaType: 'image',
    scene: 'text-to-image',
    options: cleanObject(options),
    ...(prompt === '' ? {} : { prompt: prompt.slice(0, MAX_PROMPT) }),
    ...(template === undefined || template === '' ? {} : { template: template.slice(0, MAX_PROMPT) }),
    ...(model === undefined || model === '' ? {} : { model: model.slice(0, 300) }),
  }
}

function splitPrompts(lines: readonly string[]): { readonly prompt: string; readonly negative: string } {
  const start = lines.findIndex((line) => line.trimStart().startsWith(NEGATIVE))
  if (start < 0) return { prompt: lines.join('\n').trim(), negative: '' }
  const negative = lines.slice(start).join('\n').trimStart().slice(NEGATIVE.length)
  return { prompt: lines.slice(0, start).join('\n').trim(), negative: negative.trim() }
}

/**
 * `Name: value` pairs with commas or line ends between; a value in quotes is a JSON string, and one in brackets JSON, and may hold
 * commas. Names in lower case.
 */
function splitParameters(line: string): [string, string][] {
  const pairs: [string, string][] = []
  let position = 0
  while (position < line.length && pairs.length < MAX_PARAMETERS) {
    const colon = line.indexOf(':', position)
    if (colon < 0) break
    const name = line.slice(position, colon).trim().toLowerCase()
    const start = colon + 1 + (/^ */.exec(line.slice(colon + 1, colon + 9))?.[0].length ?? 0)
    const whole =
      line[start] === '"'
        ? quotedEnd(line, start)
        : /[[{]/.test(line[start] ?? '')
          ? bracketEnd(line, start)
          : -1
    const from = Math.max(start, whole)
    const rest = line.slice(from).search(PAIR_END)
    const end = rest < 0 ? line.length : from + rest
    if (/^\w[\w \-/]{0,60}$/.test(name)) pairs.push([name, unquote(line.slice(start, end).trim())])
    position = end + 1
  }
  return pairs
}

/** Behind the closing quote, or -1 where there is none. */
function quotedEnd(line: string, start: number): number {
  for (let index = start + 1; index < line.length; index++) {
    if (line[index] === '\\') index++
    else if (line[index] === '"') return index + 1
  }
  return -1
}

/** A comma, or the end of a line behind which another pair begins. No line end is looked past: a text may be nothing but them. */
const PAIR_END = /,|\n(?=[^\S\n]*[A-Z][\w ]{2,40}: )/

/** Behind the bracket that closes the one at `start`, or -1 where there is none. */
function bracketEnd(line: string, start: number): number {
  let depth = 0
  for (let index = start; index < line.length; index++) {
    const sign = line[index] ?? ''
    if (sign === '"') {
      const end = quotedEnd(line, index)
      if (end < 0) return -1
      index = end - 1
    } else if (sign === '[' || sign === '{') depth++
    else if ((sign === ']' || sign === '}') && --depth === 0) return index + 1
  }
  return -1
}

/** The checkpoint among the resources that Civitai lists. */
function modelIn(resources: string | undefined): string | undefined {
  const list = resources === undefined ? null : parseJson(resources, LONGEST)
  const checkpoint = (Array.isArray(list) ? (list as readonly unknown[]) : []).find(
    (one) => isObject(one) && (one['type'] === 'checkpoint' || one['type'] === 'model'),
  )
  const name = isObject(checkpoint) ? checkpoint['modelName'] : undefined
  return typeof name === 'string' ? name : undefined
}

function unquote(value: string): string {
  if (!value.startsWith('"')) return value
  try {
    return String(JSON.parse(value))
  } catch {
    return value
  }
}

function optionName(name: string): string {
  return OPTION_NAMES.get(name) ?? name.replace(/[ \-/]+/g, '_')
}

function readValue(text: string): Json {
  if (text === 'True') return true
  if (text === 'False') return false
  if (isLongInteger(text)) return text
  const value = /^-?\d{1,16}(\.\d{1,12})?$/.test(text) ? Number(text) : NaN
  // A number that would come back as another one stays a text.
  return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : text
}
