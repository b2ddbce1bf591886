/** Where API keys are kept. Nothing else ever holds one for longer than a request. */
export interface Secrets {
  /** `os`: the system's keychain. `session`: this process's memory. `none`: keys cannot be kept at all. */
  readonly protection: 'os' | 'session' | 'none'
  /** The secret, or null where the store has none under this name. */
  get(name: string): Promise<string | null>
  set(name: string, secret: string): Promise<void>
  delete(name: string): Promise<void>
}
