/** Makes the ids of the locale file the only ones that compile. */
import type messages from '../locales/en.json'

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: keyof typeof messages
    }
  }
}
