/**
 * Finds the results that a finished task names: every address or inline file under a key that means output.
 *
 * Owns what is looked for. Fetching it, and deciding what the bytes are, happens elsewhere.
 */
import type { Json } from '#contract/json.ts'

export type ResultSource =
  | { readonly kind: 'url'; readonly url: string }
  /** A data URI, as it stands in the answer. */
  | { readonly kind: 'inline'; readonly dataUri: string }

const DEEPEST = 32
/** Keys that name something other than the result: what went in, small copies, pages, and the service's own links. */
const NOT_RESULTS =
  /^(input|inputs|params?|request|prompt|image_input|video_input|init_image|reference.*|thumb.*|.*_thumb(nail)?s?|preview.*|.*_preview|cover.*|poster.*|avatar.*|logo|icon|callback.*|webhook.*|status_url|response_url|cancel_url|api|links?|web|get|cancel|stream|mask.*|last_frame.*|logs?)$/i

/** The results in the order of the answer, each address once. Relative addresses are completed with `baseUrl`. */
export function findResults(taskResult: Json, baseUrl: string): readonly ResultSource[] {
  const found = new Map<string, ResultSource>()
  collect(taskResult, baseUrl, 0, found)
  return [...found.values()]
}

function collect(value: Json, baseUrl: string, depth: number, found: Map<string, ResultSource>): void {
  if (depth > DEEPEST || value === null) return
  if (typeof value === 'string') {
    const source = sourceIn(value, baseUrl)
    if (source) found.set(value, source)
    else if (/^\s*[[{]/.test(value)) collect(parsed(value), baseUrl, depth + 1, found)
    return
  }
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) collect(item, baseUrl, depth + 1, found)
    return
  }
  if (typeof value !== 'object') return
  for (const [key, inner] of Object.entries(value)) {
    if (!NOT_RESULTS.test(key)) collect(inner, baseUrl, depth + 1, found)
  }
}

function sourceIn(text: string, baseUrl: string): ResultSource | null {
  if (/^data:[\w.+-]+\/[\w.+-]+/i.test(text)) return { kind: 'inline', dataUri: text }
  if (/^https?:\/\/\S+$/i.test(text)) return { kind: 'url', url: text }
  if (/^\/[\w./-]+\.(png|jpe?g|webp|gif|avif|mp4|webm|mov|mp3|wav|ogg|flac|glb)(\?\S*)?$/i.test(text)) {
    const url = URL.parse(text, baseUrl)
    return url ? { kind: 'url', url: url.href } : null
  }
  return null
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}
