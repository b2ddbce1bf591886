/** Refuses what the stand-in does not have, by name: a test that passes never relied on an `undefined`. */

/** Asked for by Node, by `await` and by inspection, whatever the object is. */
const ALWAYS_ABSENT: ReadonlySet<string> = new Set([
  'then',
  'toJSON',
  'asymmetricMatch',
  'nodeType',
  '$$typeof',
])

/** The same object; reading a member it does not have throws. */
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
