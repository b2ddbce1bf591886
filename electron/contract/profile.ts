/** A profile: one service, under one address, with one key. */

/**
 * Where the key is. `none`: never given. `saved`: in the secret store. `lost`: it was given once and the store no longer
 * has it (a store that lasts for one session, or a keychain that was reset), so the user is asked again.
 */
export type KeyState = 'none' | 'saved' | 'lost'

export interface Profile {
  readonly id: string
  readonly name: string
  readonly baseUrl: string
  readonly keyState: KeyState
  /** The bundled local service: its address and key are Atelier's own business. */
  readonly builtIn: boolean
}

export interface ProfileTest {
  readonly reachable: boolean
  /** null where the answer does not tell. */
  readonly authorized: boolean | null
  readonly latencyMs: number
  readonly message: string
}

/** What the foot of the rail shows. */
export type Connection = 'unchecked' | 'reachable' | 'key_refused' | 'key_missing' | 'offline'
