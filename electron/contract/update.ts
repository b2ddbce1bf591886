/** An update of Atelier itself, from looking for one to its installation, which only the user begins. */

/**
 * Why this Atelier does not update itself: it was not installed, its settings are set aside, whoever installed it updates
 * it, or its file cannot be replaced.
 */
export type UpdatesOffReason = 'development' | 'safe_mode' | 'package_manager' | 'read_only'

export type UpdateState =
  | { readonly state: 'off'; readonly reason: UpdatesOffReason }
  /** Nothing newer is known; `checkedAt` is null until it was looked for. */
  | { readonly state: 'current'; readonly checkedAt: number | null }
  | { readonly state: 'checking' }
  | { readonly state: 'available'; readonly version: string }
  /** `fraction` is 0 to 1. */
  | { readonly state: 'downloading'; readonly version: string; readonly fraction: number }
  /** Downloaded and checked; nothing is installed yet. */
  | { readonly state: 'ready'; readonly version: string }
  /** The user asked for it: Atelier ends, and is replaced then. */
  | { readonly state: 'installing'; readonly version: string }
  /** What did not work, in plain words; this Atelier is as it was. */
  | { readonly state: 'failed'; readonly message: string }
