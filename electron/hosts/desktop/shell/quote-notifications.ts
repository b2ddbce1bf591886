/**
 * Tells that an agent waits for the user's word while another program is in front: one notification for all that wait, taken back when
 * none does. Nothing of what the agent wrote stands in it.
 */
import { Notification, type BrowserWindow } from 'electron'
import type { WaitingQuote } from '#contract/agents.ts'
import type { Command } from '#contract/app.ts'
import type { App } from '#core/app.ts'

export interface QuoteNotificationDeps {
  readonly app: Pick<App, 'subscribe'>
  readonly window: BrowserWindow
  readonly isWanted: () => boolean
  /** The notification was pressed. */
  readonly onPress: (command: Command) => void
}

/** Follows the quotes; the returned function ends it and takes back what is shown. */
export function notifyOfQuotes({ app, window, isWanted, onPress }: QuoteNotificationDeps): () => void {
  let known: ReadonlySet<string> = new Set()
  let shown: Notification | null = null
  const takeBack = (): void => {
    shown?.close()
    shown = null
  }
  const show = (asked: readonly WaitingQuote[]): void => {
    takeBack()
    // The user is here, and sees the dialog.
    if (window.isDestroyed() || window.isFocused() || !isWanted() || !Notification.isSupported()) return
    const notification = new Notification({
      title: titleOf(asked),
      body: 'Nothing is sent before you decide.',
    })
    notification.on('click', () => onPress({ kind: 'openQuotes' }))
    notification.show()
    shown = notification
  }
  const stop = app.subscribe((event) => {
    if (event.name !== 'quotes.changed') return
    const asked = event.data.items.filter((quote) => quote.asked)
    const isNew = asked.some(({ quoteId }) => !known.has(quoteId))
    known = new Set(asked.map(({ quoteId }) => quoteId))
    if (isNew) show(asked)
    else if (asked.length === 0) takeBack()
  })
  return () => {
    stop()
    takeBack()
  }
}

/** The agent's name is the user's own word for it. */
function titleOf([first, ...others]: readonly WaitingQuote[]): string {
  if (!first || others.length > 0) return `${others.length + 1} quotes of agents wait for your approval`
  return `${first.agent.name} waits for your approval`
}
