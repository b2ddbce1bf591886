/** Where in the settings what a message asks for is entered. */
import type { MessageId } from '#contract/messages/message.ts'

/** A section of the settings; the first one where none is named. */
export type SettingsPlace = 'network' | undefined

export function settingsPlaceOf(said: { readonly id?: MessageId } | null): SettingsPlace {
  return said?.id === 'shared.proxySignIn' ? 'network' : undefined
}
