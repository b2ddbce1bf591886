/** What an answer says instead of a model listing. */
import type { Json, JsonObject } from '#contract/json.ts'
import { message, type Message } from '#contract/messages/message.ts'
import { asObject, textAt } from '../../json/read-json.ts'

export interface ListingProblem {
  readonly said: Message
  /** The answer is an error whatever else is in it. */
  readonly isCertain: boolean
}

const MAX_MESSAGE = 300
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
    const id = isPage ? 'catalog.webPage' : 'catalog.plainText'
    return { said: message(body.trim() === '' ? 'catalog.emptyResponse' : id), isCertain: true }
  }
  if (body === null) return { said: message('catalog.emptyResponse'), isCertain: true }
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
  const text = textAt(asObject(error) ?? {}, MESSAGE_KEYS) ?? textAt(root, MESSAGE_KEYS)
  const said = errorOf(text, isCode ? String(code).slice(0, 40) : null)
  return { said, isCertain: isRefused || hasError || (isCode && Number(code) !== 1) }
}

function errorOf(text: string | null, code: string | null): Message {
  if (text === null) return code === null ? message('catalog.error') : message('catalog.errorCode', { code })
  const said = shortened(text)
  return code === null
    ? message('catalog.errorSaid', { said })
    : message('catalog.errorSaidCode', { said, code })
}

/** An empty list of errors, or `error: {code: 0, message: ''}`, says that there was none. */
function saysSomething(error: Json | undefined, depth = 0): boolean {
  if (typeof error === 'object' && error !== null)
    return depth > 2 || Object.values(error as JsonObject).some((inner) => saysSomething(inner, depth + 1))
  if (typeof error === 'string') return error !== '' && !FINE.test(error)
  return error !== undefined && error !== null && error !== false && error !== 0
}

function shortened(text: string): string {
  const plain = text.replace(/\s+/gu, ' ')
  return plain.length > MAX_MESSAGE ? `${plain.slice(0, MAX_MESSAGE)}…` : plain
}
