/** Where an object of an S3-compatible bucket is, and which buckets are taken at all. */
import { fail, type Result, succeed } from '#contract/errors.ts'
import { message, type Message, type PlainMessageId } from '#contract/messages/message.ts'
import type { InputStorage } from '#contract/profiles.ts'
import { refusedAddress } from '../network/safe-address.ts'
import { isLoopback } from '../network/safe-address.ts'

const BUCKET = /^[a-z0-9](?:[\w.-]{0,253}[a-z0-9])?$/i
/** An address with anything else in its path is a slip, such as a key that was put before an @. */
const PATH = /^[\w./~-]*$/
/** Characters that every S3-compatible storage takes without disguise: Amazon S3 User Guide, "Naming Amazon S3 objects". */
const PREFIX = /^[\w.!*'()-]+(?:\/[\w.!*'()-]+)*$/

/**
 * The storage as it is kept: the address without a trailing slash, the prefix without slashes around it.
 *
 * `allowLocal`: the service is on this computer or a private network, and so may the storage be. Fails with `invalid_input`
 * and the field at fault.
 */
export function parseStorage(input: InputStorage, allowLocal: boolean): Result<InputStorage> {
  const refuse = (field: string, why: Message | PlainMessageId) =>
    fail('invalid_input', why, { field: `storage.${field}` })
  const address = input.endpoint.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`)
  if (!url || url.hostname === '' || !PATH.test(url.pathname) || url.search !== '' || url.hash !== '') {
    return refuse('endpoint', 'profiles.storage.noAddress')
  }
  const refused = refusedStorage(url, allowLocal)
  if (refused !== null) return refuse('endpoint', refused)
  if (!BUCKET.test(input.bucket) || input.bucket.includes('..')) {
    return refuse('bucket', 'profiles.storage.bucketName')
  }
  const prefix = (input.prefix ?? '').replace(/^\/+|\/+$/g, '')
  if (prefix !== '' && (!PREFIX.test(prefix) || /(?:^|\/)\.{1,2}(?:\/|$)/.test(prefix))) {
    return refuse('prefix', 'profiles.storage.prefix')
  }
  if (!/^[\w-]+$/.test(input.region)) return refuse('region', 'profiles.storage.region')
  if (!input.pathStyle && /^\[|^[\d.]+$/.test(url.hostname)) {
    return refuse('pathStyle', 'profiles.storage.pathStyle')
  }
  const { prefix: _, ...rest } = input
  const endpoint = `${url.origin}${url.pathname}`.replace(/\/+$/, '')
  return succeed({ ...rest, endpoint, ...(prefix === '' ? {} : { prefix }) })
}

/** Why files may not be put there, or null. Names are checked again when they resolve. */
export function refusedStorage(url: URL, allowLocal: boolean): Message | null {
  if (url.username !== '' || url.password !== '') return message('profiles.storage.password')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return message('profiles.storage.plain', { host: url.hostname })
  }
  if (refusedAddress(url, allowLocal) === null) return null
  return message('profiles.storage.notPublic', { host: url.host })
}

/** The address of an object, without a signature. `key` comes after the storage's own prefix. */
export function objectUrl({ endpoint, bucket, prefix, pathStyle }: InputStorage, key: string): URL {
  const url = new URL(endpoint)
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`
  const parts = [url.pathname.replace(/^\/+|\/+$/g, ''), pathStyle ? bucket : '', prefix ?? '', key]
  url.pathname = `/${parts.filter((part) => part !== '').join('/')}`
  return url
}
