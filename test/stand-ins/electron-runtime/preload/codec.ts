/**
 * Values as text and back: what the worlds and the processes exchange.
 *
 * Owns the rules of the structured clone algorithm for what JSON cannot say. Stands on its own, because its source is
 * also evaluated inside the page: nothing outside `createCodec` may be used in it.
 */

export interface Codec {
  /**
   * @throws Error("An object could not be cloned.") for what the structured clone algorithm refuses, or for what
   * `special` does not take.
   */
  encode(value: unknown, special?: Special): string
  decode(text: string, revive?: Revive): unknown
}

/** Takes a value that cannot be cloned (a function, a promise) and names it, or answers undefined. */
export type Special = (value: object) => { readonly kind: string; readonly id: string } | undefined
export type Revive = (kind: string, id: string) => unknown

export function createCodec(): Codec {
  const isPlain = (value: object): boolean => {
    const prototype: unknown = Object.getPrototypeOf(value)
    return prototype === null || Object.getPrototypeOf(prototype) === null
  }

  function pack(value: unknown, special: Special | undefined, path: readonly object[]): unknown {
    if (value === undefined) return ['undefined']
    if (typeof value === 'bigint') return ['bigint', String(value)]
    if (typeof value === 'number' && !Number.isFinite(value)) return ['number', String(value)]
    if (typeof value === 'symbol') throw new Error('An object could not be cloned.')
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return value
    const named = special?.(value)
    if (named !== undefined) return ['special', named.kind, named.id]
    if (typeof value === 'function') throw new Error('An object could not be cloned.')
    // A cycle can be cloned, but not written as a tree; Atelier's own rule is the same (ipc.ts turns input into JSON).
    if (path.includes(value)) throw new Error('The stand-in clones no cycles.')
    const inner = (part: unknown): unknown => pack(part, special, [...path, value])
    if (Array.isArray(value)) return ['array', value.map(inner)]
    if (value instanceof Date) return ['date', value.getTime()]
    if (value instanceof Map) return ['map', [...value].map(([key, item]) => [inner(key), inner(item)])]
    if (value instanceof Set) return ['set', [...value].map(inner)]
    if (value instanceof Error) return ['error', value.name, value.message]
    if (value instanceof RegExp) return ['regexp', value.source, value.flags]
    if (value instanceof ArrayBuffer) return ['buffer', [...new Uint8Array(value)]]
    if (ArrayBuffer.isView(value)) {
      return ['bytes', [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)]]
    }
    const isOfPlatform = /\[object (?!Object)/u.test(Object.prototype.toString.call(value))
    if (!isPlain(value) && isOfPlatform) throw new Error('An object could not be cloned.')
    return ['object', Object.entries(value).map(([key, item]) => [key, inner(item)])]
  }

  function unpack(packed: unknown, revive: Revive | undefined): unknown {
    if (!Array.isArray(packed)) return packed
    const [kind, first, second] = packed as unknown as readonly [string, never, never]
    const inner = (part: unknown): unknown => unpack(part, revive)
    switch (kind) {
      case 'undefined':
        return undefined
      case 'bigint':
        return BigInt(first)
      case 'number':
        return Number(first)
      case 'special':
        return revive?.(first, second)
      case 'array':
        return (first as unknown[]).map(inner)
      case 'date':
        return new Date(first)
      case 'map':
        return new Map((first as unknown[][]).map(([key, item]) => [inner(key), inner(item)]))
      case 'set':
        return new Set((first as unknown[]).map(inner))
      case 'error':
        return Object.assign(new Error(second), { name: first })
      case 'regexp':
        return new RegExp(first, second)
      case 'bytes':
        return new Uint8Array(first as number[])
      case 'buffer':
        return new Uint8Array(first as number[]).buffer
      default:
        return Object.fromEntries((first as [string, unknown][]).map(([key, item]) => [key, inner(item)]))
    }
  }

  return {
    encode: (value, special) => JSON.stringify(pack(value, special, [])),
    decode: (text, revive) => unpack(JSON.parse(text), revive),
  }
}
