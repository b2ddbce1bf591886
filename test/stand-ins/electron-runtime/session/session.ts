/**
 * `session.defaultSession`, and sessions of their own by the name of their partition.
 *
 * Assumed (electron.d.ts, `Session`): there is none before the application is ready; `resolveProxy` answers in the words of
 * a PAC script; a proxy is set for requests of Chromium and says nothing about those of Node, nor about those of another session;
 * the same partition is the same session. The first touch of the default session starts the fetch of a spelling dictionary
 * (its source, `spellcheck_service.cc`).
 */
import { EventEmitter } from 'node:events'
import { needsReady, record } from '../runtime.ts'
import { strict } from '../strict.ts'
import { protocol } from '../protocol.ts'
import { permissionHandlers } from './permissions.ts'
import { webRequest } from './web-request.ts'

interface ProxyConfig {
  readonly mode?: string
  readonly proxyRules?: string
}

class Session extends EventEmitter {
  /** null: the default session. */
  readonly partition: string | null

  constructor(partition: string | null) {
    super()
    this.partition = partition
  }

  readonly protocol = protocol
  readonly webRequest = webRequest
  readonly availableSpellCheckerLanguages = ['en-US', 'en-GB', 'de-DE', 'fr', 'es-ES']
  spellCheckerEnabled = true
  dictionaryUrl = 'https://redirector.gvt1.com/edgedl/chrome/dict/'
  isTouched = false
  proxy: ProxyConfig = { mode: 'system' }

  /** Whoever touches the session first starts the fetch of a dictionary, in a later turn. */
  touch(): void {
    if (this.isTouched) return
    this.isTouched = true
    setImmediate(() => {
      if (this.spellCheckerEnabled) record('session fetches a dictionary', this.dictionaryUrl)
    })
  }

  setPermissionRequestHandler(handler: typeof permissionHandlers.request): void {
    permissionHandlers.request = handler
  }
  setPermissionCheckHandler(handler: typeof permissionHandlers.check): void {
    permissionHandlers.check = handler
  }
  setDevicePermissionHandler(handler: object | null): void {
    record('session.setDevicePermissionHandler', handler !== null)
  }

  setSpellCheckerLanguages(languages: string[]): void {
    const unknown = languages.find((language) => !this.availableSpellCheckerLanguages.includes(language))
    if (unknown !== undefined)
      throw new Error(`Invalid language code provided: "${unknown}" is not a valid language code`)
    record('session.setSpellCheckerLanguages', languages)
  }
  setSpellCheckerEnabled(enabled: boolean): void {
    this.spellCheckerEnabled = enabled
    record('session.setSpellCheckerEnabled', enabled)
  }
  addWordToSpellCheckerDictionary(word: string): boolean {
    record('session.addWordToSpellCheckerDictionary', word)
    return true
  }
  setSpellCheckerDictionaryDownloadURL(url: string): void {
    this.dictionaryUrl = url
    record('session.setSpellCheckerDictionaryDownloadURL', url)
  }

  async setProxy(proxy: ProxyConfig): Promise<void> {
    this.proxy = proxy
    record('session.setProxy', this.partition === null ? proxy : { ...proxy, partition: this.partition })
  }
  async resolveProxy(url: string): Promise<string> {
    const { mode, proxyRules } = this.proxy
    record('session.resolveProxy', url)
    if (mode === 'direct' || proxyRules === undefined || proxyRules === '') return 'DIRECT'
    const [, scheme, address] = /^(?:(\w+):\/\/)?([^;,]+)/u.exec(proxyRules) ?? []
    return `${{ socks5: 'SOCKS5', socks4: 'SOCKS', https: 'HTTPS' }[scheme ?? ''] ?? 'PROXY'} ${address}`
  }
  async closeAllConnections(): Promise<void> {
    record('session.closeAllConnections')
  }
}

export const defaultSession = strict('session.defaultSession', new Session(null))
const partitions = new Map<string, Session>()

export const session = strict('session', {
  get defaultSession() {
    needsReady('Session can only be received when app is ready')
    defaultSession.touch()
    return defaultSession
  },
  fromPartition(partition: string): Session {
    needsReady('Session can only be received when app is ready')
    const known = partitions.get(partition) ?? strict(`session ${partition}`, new Session(partition))
    partitions.set(partition, known)
    return known
  },
})
