/**
 * The settings file: a map of top-level keys to JSON, written whole and atomically.
 *
 * conf (web host) and electron-store (desktop) both have this shape. What the values mean is parsed by their readers.
 */
import type { Json } from '#contract/json.ts'

export interface SettingsFile {
  get(key: string): unknown
  set(key: string, value: Json): void
}
