/**
 * Reads the caller's API key from `Authorization: Bearer <API_KEY>`.
 */
import type { Context } from 'hono'
import { Problem } from '../problem.ts'
import { welcomeConnection } from './connections.ts'
import type { ApiKeys } from '../store/api-keys.ts'

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' }

/** The user the caller's key belongs to, also noted in the context as `owner`; a `Problem` 401 when the key is missing or nobody's. */
export function authenticate(context: Context, apiKeys: ApiKeys): string {
  const header = context.req.header('Authorization')
  if (header === undefined) {
    throw new Problem(401, 'The API key is missing: send Authorization: Bearer <API_KEY>.', CHALLENGE)
  }
  const [, key] = /^Bearer +(\S+)$/iu.exec(header) ?? []
  const owner = key === undefined ? null : apiKeys.ownerOf(key)
  if (owner === null) throw new Problem(401, 'The API key is not valid.', CHALLENGE)
  context.set('owner', owner)
  welcomeConnection(context)
  return owner
}
