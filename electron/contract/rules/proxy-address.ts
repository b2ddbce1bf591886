/** A proxy's address as people paste it: with the user and password of whoever may use it. */

export interface PastedProxy {
  /** Without user and password. */
  readonly address: string
  readonly user: string
  readonly password: string
}

/** Its parts, or null where it names no user. What is not percent-encoded well stands for itself. */
export function takeApartProxy(text: string): PastedProxy | null {
  // Up to the last @: a password that holds one is often pasted as it is.
  const [, scheme = '', account = '', place = ''] =
    /^\s*([a-z][a-z0-9+.-]*:\/\/)?((?![a-z]+:\/\/).+)@([^@\s/]+\/?)\s*$/i.exec(text) ?? []
  if (account === '') return null
  const [, user = account, password = ''] = /^([^:]*):(.*)$/s.exec(account) ?? []
  return { address: scheme + place, user: decoded(user), password: decoded(password) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
