/** The frame of the page: texts, theme, the rail, and the place of the address. */
import { Suspense, useEffect, useMemo, useState, type ReactNode, Component } from 'react'
import { I18nProvider } from 'react-aria-components'
import { IntlProvider } from 'react-intl'
import { useStore } from 'zustand'
import styles from './app.module.css'
import { HostProvider, useCapability, useHost, useHostState } from '../bridge/host.tsx'
import { askedQuotes } from '../bridge/stores/agents.ts'
import { countOpen } from '../bridge/stores/queue.ts'
import { ASSETS_TYPE } from '../features/gallery/gallery.ts'
import { spoken } from '../locales/messages.ts'
import { CopyButton, CopyTextProvider, useCopyText } from '../ui/copy-button.tsx'
import { DialogPlace } from '../ui/dialog.tsx'
import { readerLocale, useFormatter } from '../ui/text.ts'
import { OVER_THE_PLACE, useKeys } from '../ui/use-keys.ts'
import { Broken } from '../ui/state-message.tsx'
import { Announcer, Notices } from './notices.tsx'
import { CurrentPlace } from './current-place.tsx'
import { PlayerBar } from './player-bar.tsx'
import { Rail } from './rail.tsx'
import { PLACES, useRoute, type Place, type Router } from './router.ts'
import type { Services } from './services.ts'
import { useInvokedCommands } from './invoked-commands.ts'
import { useLanguage } from './use-language.ts'
import { useLongPress } from './use-long-press.ts'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../locales/lazy-part.ts'

const Approvals = lazyPart(
  () => import('../features/agents/approvals.tsx'),
  (part) => part.Approvals,
)
const Palette = lazyPart(
  () => import('./palette/palette.tsx'),
  (part) => part.Palette,
)
const ShortcutsDialog = lazyPart(
  () => import('./shortcuts-dialog.tsx'),
  (part) => part.ShortcutsDialog,
)

export function App({ services }: { readonly services: Services }) {
  const { language, messages } = useStore(spoken)
  const locale = useMemo(() => readerLocale(language, navigator.languages), [language])
  return (
    <IntlProvider locale={locale} messages={messages}>
      <I18nProvider locale={locale}>
        <HostProvider host={services.host}>
          <HostClipboard>
            <DialogPlace>
              <Frame services={services} />
            </DialogPlace>
          </HostClipboard>
        </HostProvider>
      </I18nProvider>
    </IntlProvider>
  )
}

function Frame({ services }: { readonly services: Services }) {
  const ended = useHostState('status', (state) => state.ended)
  const [overlay, setOverlay] = useState<'palette' | 'shortcuts' | null>(null)
  const { router } = services
  const { place } = useRoute(router)
  useTheme()
  useLanguage()
  useLongPress()
  const overlays: Overlays = {
    onPalette: () => setOverlay('palette'),
    onHelp: () => setOverlay('shortcuts'),
  }
  useShortcuts(router, overlays)
  useInvokedCommands({ ...services, ...overlays })
  useTitle(place)
  if (ended) return <SessionEnded services={services} />
  const close = (): void => setOverlay(null)
  return (
    <div className={styles.frame}>
      <Rail
        router={router}
        usedPlaces={services.usedPlaces}
        dragged={{ type: ASSETS_TYPE, take: services.gallery.drag.take }}
        onSettings={(section) => router.go('settings', section)}
        onItems={(dropped) => {
          router.go('create')
          void services.reuse.getState().take(dropped)
        }}
      />
      <div className={styles.main}>
        <Notices />
        <WhatAgentsAsk />
        <Announcer />
        <main className={styles.place}>
          <CrashBoundary key={place}>
            <Suspense fallback={null}>
              <CurrentPlace services={services} />
            </Suspense>
          </CrashBoundary>
        </main>
        <PlayerBar onOpenAsset={(assetId) => router.go('gallery', assetId)} />
      </div>
      <Suspense fallback={null}>
        {overlay === 'palette' && <Palette services={services} onClose={close} onHelp={overlays.onHelp} />}
        {overlay === 'shortcuts' && <ShortcutsDialog first={openView() ?? place} onClose={close} />}
      </Suspense>
    </div>
  )
}

/** The view that fills the window, over its place. */
function openView(): string | undefined {
  return [...document.querySelectorAll<HTMLElement>('[data-window]')].at(-1)?.dataset['window']
}

interface Overlays {
  onPalette(): void
  onHelp(): void
}

const NOWHERE = ':not(*)'
const WHERE_ONE_TYPES = 'input, textarea, [contenteditable]'

/** The keys that work everywhere. */
function useShortcuts(router: Router, { onPalette, onHelp }: Overlays): void {
  const places = PLACES.map((place, index) => {
    const open = (): void => {
      // The place takes the focus where it has something to begin with.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      router.go(place)
    }
    return [`ctrl+${index + 1}`, open] as const
  })
  useKeys({ ...Object.fromEntries(places), 'ctrl+k': onPalette }, OVER_THE_PLACE)
  // A browser looks in its address bar.
  useKeys({ 'ctrl+k': () => undefined }, NOWHERE)
  useKeys({ '?': onHelp }, WHERE_ONE_TYPES)
}

/** Loaded with the first quote that waits, and there from then on. */
function WhatAgentsAsk() {
  const isAsked = useHostState('quotes', ({ items }) => askedQuotes(items).length > 0)
  const [isNeeded, setNeeded] = useState(isAsked)
  if (isAsked && !isNeeded) setNeeded(true)
  return isNeeded ? (
    <Suspense fallback={null}>
      <Approvals />
    </Suspense>
  ) : null
}

/** The place, after the number that stands in the rail: what needs the user, or else what is open. An agent that waits comes first. */
function useTitle(place: Place): void {
  const { number, text } = useFormatter()
  const count = useHostState('queue', ({ queue }) => countOpen(queue).count)
  const asked = useHostState('quotes', ({ items }) => askedQuotes(items).length)
  const counted = (some: number): string => (some > 0 ? `(${number(some)}) ` : '')
  const title = `${counted(count)}${text(`place.${place}`)} – Atelier`
  const shown = asked > 0 ? `${counted(asked)}${text('agents.title')} – ${title}` : title
  useEffect(() => {
    document.title = shown
  }, [shown])
}

/** Puts the chosen theme, text size and density on <html>, where the tokens read them. */
function useTheme(): void {
  const theme = useHostState('settings', (state) => state.settings?.appearance.theme ?? 'system')
  const textSize = useHostState('settings', (state) => state.settings?.appearance.textSize ?? 'normal')
  const density = useHostState('settings', (state) => state.settings?.appearance.density ?? 'normal')
  useEffect(() => {
    Object.assign(document.documentElement.dataset, { theme, textSize, density })
  }, [theme, textSize, density])
}

/** Copies through the host where it has a clipboard: on the desktop the page may not. */
function HostClipboard({ children }: { readonly children: ReactNode }) {
  const { bridge } = useHost()
  const copyInBrowser = useCopyText()
  const isOfHost = useCapability('clipboard')
  const copyThroughHost = async (text: string) => (await bridge.call('desktop.copyText', { text })).ok
  return <CopyTextProvider value={isOfHost ? copyThroughHost : copyInBrowser}>{children}</CopyTextProvider>
}

/** Shown when the host no longer accepts this page. */
function SessionEnded({ services: { form, drafts } }: { readonly services: Services }) {
  const { text } = useFormatter()
  const { mediaType, drafts: held } = form.getState()
  const { prompt } = held[mediaType]
  const isLost = prompt.trim() !== '' && !drafts.isSaved(mediaType)
  return (
    <main className={styles.ended}>
      <Broken title={text('session.ended')}>
        {text('session.ended.text')}
        {isLost && (
          <>
            <p>{text('session.ended.unsaved')}</p>
            <p className={styles.unsaved}>{prompt}</p>
            <CopyButton label={text('action.copyPrompt')} value={prompt} />
          </>
        )}
      </Broken>
    </main>
  )
}

/** Contains a render error of one place, so that the rest of the page works. */
class CrashBoundary extends Component<{ readonly children: ReactNode }, { readonly problem: string | null }> {
  override state = { problem: null }

  static getDerivedStateFromError(error: unknown): { problem: string } {
    return { problem: error instanceof Error ? error.message : String(error) }
  }

  override render(): ReactNode {
    const { problem } = this.state
    return problem === null ? this.props.children : <Crashed problem={problem} />
  }
}

function Crashed({ problem }: { readonly problem: string }) {
  const { text } = useFormatter()
  return (
    <Broken
      title={text('crash.title')}
      action={<Button onPress={() => location.reload()}>{text('crash.reload')}</Button>}
    >
      {text('crash.text', { problem })}
    </Broken>
  )
}
