/**
 * Reads request bodies: each up to the limit of its route, all that are held at once up to a limit together.
 *
 * A body for which there is no room yet stays unread in its connection. Nothing here is read before the caller asks for it,
 * which a route does when it knows who is calling.
 */
import type { IncomingMessage } from 'node:http'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { Problem, invalidField } from '../problem.ts'

export type Bodies = ReturnType<typeof createBodies>

const LARGE = 1_000_000
/** No request has a hundredth of these. Each takes two bytes in the body, and dozens in memory. */
const MAX_VALUES = 10_000
/** Code that follows a value to its end overflows the stack on deep nesting. */
const DEEPEST = 100
/** More requests than these do not wait for room. */
const MAX_WAITING = 64
const RETRY_SECONDS = '2'
/** What still arrives after a refusal is thrown away for so long, so that the client gets to read the refusal. */
const DRAIN_MS = 2_000

interface Waiter {
  readonly sizeBytes: number
  readonly enter: () => void
}

/** Bodies of which all together hold at most `mostBytes`, or one of any size alone. */
export function createBodies(mostBytes: number) {
  let heldBytes = 0
  const waiting = new Set<Waiter>()
  const fits = (sizeBytes: number): boolean => heldBytes === 0 || heldBytes + sizeBytes <= mostBytes

  async function enter(sizeBytes: number): Promise<void> {
    if (!fits(sizeBytes)) {
      if (waiting.size >= MAX_WAITING)
        throw new Problem(429, 'Too many large requests at once. Try again in 2 s.', {
          'Retry-After': RETRY_SECONDS,
        })
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.add({ sizeBytes, enter: resolve })
      await promise
    } else heldBytes += sizeBytes
  }

  function leave(sizeBytes: number): void {
    heldBytes -= sizeBytes
    for (const waiter of waiting) {
      if (!fits(waiter.sizeBytes)) continue
      heldBytes += waiter.sizeBytes
      waiting.delete(waiter)
      waiter.enter()
    }
  }

  return {
    /**
     * Reads the JSON body, of at most `maxBytes`, and hands it to `handle`; it counts as held until that has settled. Throws a
     * `Problem`: 413 for a larger one or too many values, 400 for another content type or broken JSON, 429 when too many wait.
     */
    async read<Result>(
      context: Context<{ Bindings: HttpBindings }>,
      maxBytes: number,
      handle: (body: unknown) => Promise<Result>,
    ): Promise<Result> {
      const type = context.req.header('Content-Type') ?? ''
      if (!/^application\/json\s*(;|$)/iu.test(type))
        throw invalidField('The header Content-Type', 'must be application/json.')
      const { incoming } = context.env
      const sizeBytes = Number(context.req.header('Content-Length') ?? maxBytes)
      if (sizeBytes > maxBytes) throw tooLarge(maxBytes)
      await enter(sizeBytes)
      try {
        return await handle(parse(await readText(incoming, maxBytes)))
      } finally {
        leave(sizeBytes)
      }
    },
  }
}

async function readText(incoming: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  const hasFewValues = createValueCount()
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer)
    sizeBytes += (chunk as Buffer).length
    if (sizeBytes > maxBytes) throw tooLarge(maxBytes)
    if (!hasFewValues(chunk as Buffer))
      throw new Problem(413, `The body is too large; at most ${MAX_VALUES} values are read, ${DEEPEST} deep.`)
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks))
  // Decoding and parsing a body of many megabytes take tens of milliseconds each: other requests are served in between.
  if (sizeBytes > LARGE) await setImmediate()
  return text
}

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
/** Of lists and objects: they differ in this bit alone. */
const OPENING = 0x5b
const CLOSING = 0x5d
const OBJECT_BIT = 0x20

/** Counts what the parts of a JSON text would become, before anything is made of them; false where it is too much. */
function createValueCount(): (part: Buffer) => boolean {
  let values = 0
  let depth = 0
  let isInText = false
  let isEscaped = false
  return (part) => {
    for (let at = 0; at < part.length; at += 1) {
      const code = part[at] ?? 0
      if (isInText) {
        if (isEscaped) isEscaped = false
        else if (code === BACKSLASH) isEscaped = true
        else if (code === QUOTE) isInText = false
      } else if (code === QUOTE) isInText = true
      else if (code === COMMA) values += 1
      else if ((code & ~OBJECT_BIT) === OPENING) {
        values += 1
        depth += 1
      } else if ((code & ~OBJECT_BIT) === CLOSING) depth -= 1
      if (values > MAX_VALUES || depth > DEEPEST) return false
    }
    return true
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Problem(400, 'The body is not valid JSON.')
  }
}

function tooLarge(maxBytes: number): Problem {
  const size =
    maxBytes < 1024 ** 2 ? `${Math.round(maxBytes / 1024)} kB` : `${Math.round(maxBytes / 1024 ** 2)} MB`
  return new Problem(413, `The body is too large; at most ${size} are read.`)
}

/** Throws away what is left of a body; resolves when all of it has come, or after a short while. */
export async function drain(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || incoming.destroyed) return
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  incoming.once('end', resolve).once('close', resolve).once('error', resolve).resume()
  await Promise.race([ended, wait(DRAIN_MS, undefined, { ref: false })])
}
