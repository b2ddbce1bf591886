/** The theme of the parts that Electron paints: the window before its page, menus and dialogs. */
import { nativeTheme } from 'electron'
import type { App } from '#core/app.ts'
import { settingsSchema } from '#contract/settings.ts'
import type { SettingsFile } from '#core/ports/settings.ts'

/** The page's own background in both themes (OKLCH 0.17 and 0.985 at hue 60), so that nothing flashes at the start. */
const BACKGROUND = { dark: '#110f0d', light: '#fcfaf8' }

/** Follows the user's choice; the returned function ends it. */
export function followTheme(app: Pick<App, 'subscribe'>, settings: SettingsFile): () => void {
  const chosen = settingsSchema.shape.appearance.safeParse(settings.get('appearance'))
  nativeTheme.themeSource = chosen.success ? chosen.data.theme : 'system'
  return app.subscribe((event) => {
    if (event.name === 'settings.changed') nativeTheme.themeSource = event.data.settings.appearance.theme
  })
}

export function backgroundColor(): string {
  return nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light
}
