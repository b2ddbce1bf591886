/**
 * Modules the stand-in has in name only: using one is an error that says why.
 *
 * `net` would send requests through Chromium's network stack, which resends by itself; Atelier's rules ban it.
 */
import { record } from '../runtime.ts'
import { strict } from '../strict.ts'

export const net = strict('net (Chromium resends requests by itself: use Node)', {})

export const crashReporter = strict('crashReporter', {
  start: (options: object) => record('crashReporter.start', options),
  getUploadToServer: () => false,
  getLastCrashReport: () => null,
  getUploadedReports: () => [],
  addExtraParameter: (key: string) => record('crashReporter.addExtraParameter', key),
})

export const globalShortcut = strict('globalShortcut', {
  register(accelerator: string): boolean {
    record('globalShortcut.register', accelerator)
    return true
  },
  unregisterAll: () => record('globalShortcut.unregisterAll'),
})

export const systemPreferences = strict('systemPreferences', {
  getAccentColor: () => '3b82f6ff',
  getAnimationSettings: () => ({ shouldRenderRichAnimation: true, prefersReducedMotion: false }),
})
