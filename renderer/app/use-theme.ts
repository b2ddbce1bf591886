/** Puts the chosen theme on <html>, where the tokens look for it. */
import { useEffect } from 'react'
import { useHostState } from '../bridge/host.tsx'

export function useTheme(): void {
  const theme = useHostState('settings', (state) => state.settings?.appearance.theme ?? 'system')
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
  }, [theme])
}
