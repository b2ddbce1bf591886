/** A profile: one service, under one address, with one key. */
import type { InputStorage } from './input-storage.ts'

/**
 * Where keys are kept. `os`: the system's keychain. `readable`: a file that every program of this user can read, as the user
 * chose. `session`: this process's memory. `undecided`: the user is asked before the first key is kept. `none`: nowhere.
 */
export type SecretProtection = 'os' | 'readable' | 'session' | 'undecided' | 'none'

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
  /** The bucket that reference media are put into for models that take addresses only. */
  readonly storage?: InputStorage
  /** Where the bucket's two keys are. */
  readonly storageKeys?: KeyState
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
