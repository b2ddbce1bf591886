/** Which values of options are remembered: those that may be offered again, exactly as they were. */
import type { Json } from '#contract/json.ts'

/** Longer ones are texts of one task, not choices. */
const LONGEST_VALUE = 300
const SECRET_KEY =
  /(^|[_-])(api[_-]?key|key|token|secret|password|passwd|authorization|credentials?|bearer|cookie)$/i
const SECRET_VALUE =
  /^(sk|pk|rk|key|ghp|xox[a-z])[-_][\w-]{12,}$|^bearer\s|^eyJ[\w-]{10,}\.|^AKIA[A-Z0-9]{12,}$/i
const MEDIA = /^(data:|https?:|asset:|file:|blob:)/i
/** Long runs of base64 are bytes. */
const BYTES = /^[A-Za-z0-9+/_-]{120,}={0,2}$/

/**
 * The value as JSON text, in which `"5"` is not `5`; empty where the key may be remembered and the value not (media, long
 * texts); null where nothing may be.
 */
export function rememberedValue(key: string, value: Json): string | null {
  if (key.length > 200 || isSecret(key, value)) return null
  const strings = [...stringsIn(value)]
  if (strings.some((text) => MEDIA.test(text) || BYTES.test(text))) return ''
  const text = JSON.stringify(value)
  return text.length > LONGEST_VALUE ? '' : text
}

function isSecret(key: string, value: Json): boolean {
  if (typeof value === 'string') return camelToSnake(key).search(SECRET_KEY) >= 0 || SECRET_VALUE.test(value)
  if (Array.isArray(value)) return (value as readonly Json[]).some((inner) => isSecret(key, inner))
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([inner, one]) => isSecret(inner, one))
  )
}

function camelToSnake(key: string): string {
  return key.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
}

function* stringsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* stringsIn(inner)
}
