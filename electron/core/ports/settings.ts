/**
 * The settings file: a map of top-level keys to JSON, written whole and atomically.
 *
 * conf (web host) and electron-store (desktop) both have this shape. What the values mean is parsed by their readers.
 */
import type { Json } from '#contract/json.ts'
import type { Result } from '#contract/errors.ts'
import type { SecretProtection } from '#contract/profiles.ts'

export interface SettingsFile {
  get(key: string): unknown
  set(key: string, value: Json): void
}

/** Where API keys are stored. Nothing else ever holds one for longer than a request. */
export interface Secrets {
  /** May change while Atelier runs: a keychain comes and goes, and the user chooses. */
  readonly protection: SecretProtection
  /** The secret, or null where the store has none under this name, or cannot give it at the moment. Never rejects. */
  get(name: string): Promise<string | null>
  /**
   * Fails as data where the store refuses; nothing is stored then, and what was there stays.
   *
   * @throws what the disk throws.
   */
  set(name: string, secret: string): Promise<Result<null>>
  delete(name: string): Promise<void>
  /** The store has not answered what it was asked: it may be locked, and ask its user. */
  readonly isWaiting?: boolean
  /** Called when it has answered after all. */
  readonly onResponse?: (listener: () => void) => void
  /** Asks the user again where keys are stored, and moves them there. Absent where there is nothing to choose. */
  readonly choose?: (() => Promise<void>) | undefined
}
