/**
 * `nativeTheme`: the system's theme, and the application's wish over it.
 *
 * Assumed (electron.d.ts, `NativeTheme.themeSource`): light or dark holds for `prefers-color-scheme` of every page and for
 * `shouldUseDarkColors`; system takes the wish back; a change emits `updated`.
 */
import { EventEmitter } from 'node:events'
import type { Session } from '../cdp.ts'
import { record, runtime } from '../runtime.ts'
import { strict } from '../strict.ts'

type Source = 'system' | 'light' | 'dark'

const pages = new Map<object, Session>()

class NativeTheme extends EventEmitter {
  source: Source = 'system'

  get themeSource(): Source {
    return this.source
  }
  set themeSource(source: Source) {
    if (!['system', 'light', 'dark'].includes(source))
      throw new TypeError(`Error processing argument: ${source}`)
    if (source === this.source) return
    this.source = source
    record('nativeTheme.themeSource', source)
    for (const session of pages.values()) emulate(session)
    this.emit('updated')
  }
  get shouldUseDarkColors(): boolean {
    return (this.source === 'system' ? runtime.config.theme : this.source) === 'dark'
  }
}

export const nativeTheme = strict('nativeTheme', new NativeTheme())

/** The page of `contents` follows the application's wish from here on. */
export function emulateTheme(contents: object, session: Session): void {
  pages.set(contents, session)
  emulate(session)
}

export function forgetTheme(contents: object): void {
  pages.delete(contents)
}

function emulate(session: Session): void {
  const value = nativeTheme.source === 'system' ? runtime.config.theme : nativeTheme.source
  const features = [{ name: 'prefers-color-scheme', value }]
  session.send('Emulation.setEmulatedMedia', { features }).catch(() => undefined)
}
