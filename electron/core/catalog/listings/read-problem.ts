/** What an answer says instead of a model listing, in plain words. */
import type { Json, JsonObject } from '#contract/json.ts'
import { asObject, textAt } from '../../json/read-json.ts'

export interface ListingProblem {
  readonly text: string
  /** The answer is an error whatever else is in it. */
  readonly isCertain: boolean
}

const LONGEST_MESSAGE = 300
const MESSAGE_KEYS = [
  'message',
  'msg',
  'error_message',
  'errorMessage',
  'error_msg',
  'detail',
  'reason',
  'error',
  'title',
]
/** Codes by which services say that all is well: the gateway's 0, HTTP's 200 family. */
const FINE = /^(?:0+|2\d\d|20000|ok|success|succeeded)$/iu

/** Null when nothing in the answer speaks of a problem. */
export function problemIn(body: Json): ListingProblem | null {
  if (typeof body === 'string') {
    const isPage = /^\s*(?:<!doctype html|<html|<head|<body|<\?xml|<)/iu.test(body)
    const text = isPage
      ? 'A web page came instead of a model listing.'
      : 'The response is plain text, not a model listing.'
    return { text: body.trim() === '' ? 'The response is empty.' : text, isCertain: true }
  }
  if (body === null) return { text: 'The response is empty.', isCertain: true }
  const root = asObject(body)
  if (!root) return null
  const code =
    root['code'] ?? root['errcode'] ?? root['error_code'] ?? root['statusCode'] ?? root['status_code']
  const isCode =
    (typeof code === 'number' || typeof code === 'string') && code !== '' && !FINE.test(String(code))
  const error = [root['error'], root['errors']].find((one) => saysSomething(one))
  const hasError = error !== undefined
  const isRefused =
    root['success'] === false ||
    root['ok'] === false ||
    /^(?:error|fail(?:ed|ure)?)$/iu.test(textAt(root, ['status']) ?? '')
  if (!isCode && !hasError && !isRefused) return null
  const message = textAt(asObject(error) ?? {}, MESSAGE_KEYS) ?? textAt(root, MESSAGE_KEYS)
  const number = isCode ? ` (${String(code).slice(0, 40)})` : ''
  const text =
    message === null
      ? `The service answered with an error${number} instead of a model listing.`
      : `The service answered: ${shortened(message)}${number}`
  return { text, isCertain: isRefused || hasError || (isCode && Number(code) !== 1) }
}

/** An empty list of errors, or `error: {code: 0, message: ''}`, says that there was none. */
function saysSomething(error: Json | undefined, depth = 0): boolean {
  if (typeof error === 'object' && error !== null)
    return depth > 2 || Object.values(error as JsonObject).some((inner) => saysSomething(inner, depth + 1))
  if (typeof error === 'string') return error !== '' && !FINE.test(error)
  return error !== undefined && error !== null && error !== false && error !== 0
}

function shortened(message: string): string {
  const plain = message.replace(/\s+/gu, ' ')
  return plain.length > LONGEST_MESSAGE ? `${plain.slice(0, LONGEST_MESSAGE)}…` : plain
}
