/**
 * What the modules of one run share: its phase, its browser, its addresses, and the journal of what the system was asked to do.
 *
 * The real module is one object per process as well; a process of the stand-in runs one application.
 */
import { readConfig } from './config.ts'
import type { Chromium } from './chromium.ts'

/** What the system was asked to do, in its order: `what` names the member (`shell.openExternal`). */
export interface Entry {
  readonly what: string
  readonly details: unknown
}

interface AnyWindow {
  close(): void
  destroy(): void
  isFocused(): boolean
}

/** The windows there are, in the order of their making. Known to the application's life and to the windows alike. */
export const windows = new Set<AnyWindow>()

export const runtime = {
  config: readConfig(process.env),
  isReady: false,
  chromium: null as Chromium | null,
  /** Schemes registered as standard and secure. */
  schemes: new Set<string>(),
  journal: [] as Entry[],
  /** What the person answers to dialogs, oldest first; a dialog without an answer is cancelled. */
  answers: [] as unknown[],
}

export function record(what: string, details: unknown = null): void {
  runtime.journal.push({ what, details })
}

/** @throws Error as Electron does for what may be used only once it is ready. */
export function needsReady(sentence: string): void {
  if (!runtime.isReady) throw new Error(sentence)
}

/** @throws Error as Electron does for what must be said before it is ready. */
export function needsStart(sentence: string): void {
  if (runtime.isReady) throw new Error(sentence)
}

/** @throws Error before it is there. */
export function chromium(): Chromium {
  if (runtime.chromium === null) throw new Error('Chromium has not been started.')
  return runtime.chromium
}

/**
 * The application's own addresses, as Chromium knows them.
 *
 * A foreign Chromium cannot be taught a scheme, so `atelier://app/x` is `http://app.atelier.localhost/x` to it: an origin
 * of its own, trustworthy as a registered secure scheme is (W3C Secure Contexts, "localhost"), whose every request
 * ends at `scheme-server.ts`. The application sees its own spelling everywhere; the page sees the other in `location`.
 */
const OWN = /^([a-z][a-z0-9+.-]*):\/\/([a-z0-9-]+)(?=[/?#]|$)/u
const MAPPED = /^http:\/\/([a-z0-9-]+)\.([a-z][a-z0-9-]*)\.localhost(?=[/?#]|$)/u

/** The address for Chromium. What is not of one of the registered schemes stays as it is. */
export function toChromium(address: string): string {
  return address.replace(OWN, (own, scheme: string, host: string) =>
    runtime.schemes.has(scheme) ? `http://${host}.${scheme}.localhost` : own,
  )
}

/** The address for the application. What does not come from `toChromium` stays as it is. */
export function fromChromium(address: string): string {
  return address.replace(MAPPED, (mapped, host: string, scheme: string) =>
    runtime.schemes.has(scheme) ? `${scheme}://${host}` : mapped,
  )
}

/** An event of Electron that a listener may cancel. */
export function cancellable() {
  const event = {
    defaultPrevented: false,
    preventDefault: () => void (event.defaultPrevented = true),
  }
  return event
}

/** Asked for by Node, by `await` and by inspection, whatever the object is. */
const ALWAYS_ABSENT: ReadonlySet<string> = new Set([
  'then',
  'toJSON',
  'asymmetricMatch',
  'nodeType',
  '$$typeof',
])

/** The same object; reading a member it does not have throws: a test that passes never relied on an `undefined`. */
export function strict<Target extends object>(name: string, target: Target): Target {
  return new Proxy(target, {
    get(object, key) {
      if (typeof key === 'string' && !(key in object) && !ALWAYS_ABSENT.has(key)) {
        throw new Error(`The stand-in for Electron has no ${name}.${key}.`)
      }
      const value: unknown = Reflect.get(object, key, object)
      return value
    },
    set: (object, key, value) => Reflect.set(object, key, value, object),
  })
}
