/**
 * The page's side of `contextBridge`, evaluated in the main world before any script of the page.
 *
 * The two worlds share the DOM and nothing else. What they say goes through events on a name that only these two scripts
 * know, whose `detail` is a string: functions here are stand-ins for functions over there, and the other way round. The
 * page cannot listen to a name it does not know, nor hear it: what is used of the DOM is taken before it runs.
 */

export interface Codec {
  /** @throws Error("An object could not be cloned.") for what is no JSON, unless `special` takes it. */
  encode(value: unknown, special?: Special): string
  decode(text: string, revive?: Revive): unknown
}

/** Takes a value that cannot be cloned (a function, a promise) and names it, or answers undefined. */
type Special = (value: object) => { readonly kind: string; readonly id: string } | undefined
type Revive = (kind: string, id: string) => unknown

/**
 * Values as text and back: what the worlds and the processes exchange. The structured clone algorithm takes more than JSON; Atelier
 * sends nothing else. Stands on its own, because its source is also evaluated inside the page: nothing outside may be used in it.
 */
export function createCodec(): Codec {
  const pack = (value: unknown, special: Special | undefined): unknown => {
    if (value === undefined) return ['undefined']
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return value
    const named = special?.(value)
    if (named !== undefined) return ['special', named.kind, named.id]
    if (Array.isArray(value)) return ['array', ...value.map((item) => pack(item, special))]
    // Plain objects of any world: what they inherit from inherits from nothing.
    const prototype: unknown = Object.getPrototypeOf(value)
    if (typeof value === 'function' || (prototype !== null && Object.getPrototypeOf(prototype) !== null))
      throw new Error('An object could not be cloned.')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, pack(item, special)]))
  }
  const unpack = (packed: unknown, revive: Revive | undefined): unknown => {
    if (typeof packed !== 'object' || packed === null) return packed
    if (!Array.isArray(packed))
      return Object.fromEntries(Object.entries(packed).map(([key, item]) => [key, unpack(item, revive)]))
    const [kind, ...parts] = packed as readonly unknown[]
    if (kind === 'array') return parts.map((item) => unpack(item, revive))
    return kind === 'special' ? revive?.(String(parts[0]), String(parts[1])) : undefined
  }
  return {
    encode: (value, special) => JSON.stringify(pack(value, special)),
    decode: (text, revive) => unpack(JSON.parse(text), revive),
  }
}

/** What the worlds tell each other. `value` is text of the codec. */
export type Crossing =
  | { readonly do: 'expose'; readonly key: string; readonly value: string }
  | { readonly do: 'call'; readonly id: string; readonly value: string; readonly call: string }
  | { readonly do: 'return'; readonly call: string; readonly value?: string; readonly error?: string }
  | { readonly do: 'settle'; readonly id: string; readonly value?: string; readonly error?: string }

export interface Crossroads {
  /** Puts a value under a number that the other side may name. */
  readonly special: Special
  hear(crossing: Crossing): void
}

/** Both worlds keep the same table of functions and promises. Stands on its own, as the codec does. */
export function createCrossroads(
  codec: Codec,
  tell: (crossing: Crossing) => void,
  expose: (key: string, api: unknown) => void,
): Crossroads {
  const functions = new Map<string, (...args: unknown[]) => unknown>()
  const names = new WeakMap<object, string>()
  const promises = new Map<string, PromiseWithResolvers<unknown>>()
  const returns = new Map<string, Extract<Crossing, { do: 'return' }>>()
  let last = 0

  const nextId = (): string => String((last += 1))
  const textOf = (value: unknown): string => codec.encode(value, special)
  const valueOf = (text = 'null'): unknown => codec.decode(text, revive)
  const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

  function special(value: object): { kind: string; id: string } | undefined {
    if (value instanceof Promise) {
      const id = nextId()
      value
        .then((result: unknown) => tell({ do: 'settle', id, value: textOf(result) }))
        .catch((error: unknown) => tell({ do: 'settle', id, error: messageOf(error) }))
      return { kind: 'promise', id }
    }
    if (typeof value !== 'function') return undefined
    const id = names.get(value) ?? nextId()
    names.set(value, id)
    functions.set(id, value as (...args: unknown[]) => unknown)
    return { kind: 'function', id }
  }

  function revive(kind: string, id: string): unknown {
    if (kind === 'promise') {
      const made = Promise.withResolvers<unknown>()
      promises.set(id, made)
      return made.promise
    }
    return (...args: unknown[]): unknown => {
      const call = nextId()
      // An event is dispatched to its end before this goes on: the answer is there.
      tell({ do: 'call', id, call, value: textOf(args) })
      const answer = returns.get(call)
      returns.delete(call)
      if (answer === undefined) throw new Error('The other side of the bridge is gone.')
      if (answer.error !== undefined) throw new Error(answer.error)
      return valueOf(answer.value)
    }
  }

  function answerCall({ id, call, value }: Extract<Crossing, { do: 'call' }>): void {
    try {
      const result = functions.get(id)?.(...(valueOf(value) as unknown[]))
      tell({ do: 'return', call, value: textOf(result) })
    } catch (error) {
      tell({ do: 'return', call, error: messageOf(error) })
    }
  }

  return {
    special,
    hear(crossing) {
      if (crossing.do === 'expose') expose(crossing.key, valueOf(crossing.value))
      else if (crossing.do === 'call') answerCall(crossing)
      else if (crossing.do === 'return') returns.set(crossing.call, crossing)
      else {
        const waiting = promises.get(crossing.id)
        promises.delete(crossing.id)
        if (crossing.error === undefined) waiting?.resolve(valueOf(crossing.value))
        else waiting?.reject(new Error(crossing.error))
      }
    },
  }
}

/** Stands on its own, as the codec does. `channel` is known to the two worlds of one window alone. */
export function enterMainWorld(
  makeCodec: typeof createCodec,
  makeCrossroads: typeof createCrossroads,
  channel: string,
): void {
  // Preloads run in the main frame alone (electron.d.ts, `nodeIntegrationInSubFrames`).
  if (window !== window.top) return
  const page = document
  const dispatch = page.dispatchEvent.bind(page)
  const MadeEvent = CustomEvent
  const { parse, stringify } = JSON

  const freeze = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) {
      Object.values(value).forEach(freeze)
      Object.freeze(value)
    }
    return value
  }
  const crossroads = makeCrossroads(
    makeCodec(),
    (crossing) => void dispatch(new MadeEvent(`${channel}:preload`, { detail: stringify(crossing) })),
    (key, api) => {
      // Assumed (Electron's documentation, "contextBridge": the API is immutable; electron 45 makes the property read-only).
      Object.defineProperty(window, key, {
        value: freeze(api),
        enumerable: true,
        writable: false,
        configurable: false,
      })
    },
  )
  // A custom scheme takes the stream of a body, the HTTP/1.1 of the stand-in does not: it says of the whole that it was one.
  const send = window.fetch.bind(window)
  window.fetch = async (input, init: RequestInit & { duplex?: string } = {}) => {
    const { duplex, ...rest } = init
    if (!(rest.body instanceof ReadableStream)) return send(input, init)
    // Chromium's own answer.
    if (duplex !== 'half') throw new TypeError('The `duplex` member must be specified for a streaming body.')
    const headers = new Headers(rest.headers)
    headers.set('x-stand-in-streamed', 'yes')
    return send(input, { ...rest, headers, body: await new Response(rest.body).blob() })
  }
  page.addEventListener(`${channel}:page`, (event) => {
    crossroads.hear(parse((event as CustomEvent<string>).detail) as Crossing)
  })
}
