/** Makes the ids of the locale files the only ones that compile. */
import type first from '../locales/en.json'
import type agents from '../locales/en/agents.json'
import type arena from '../locales/en/arena.json'
import type create from '../locales/en/create.json'
import type gallery from '../locales/en/gallery.json'
import type palette from '../locales/en/palette.json'
import type queue from '../locales/en/queue.json'
import type settings from '../locales/en/settings.json'
import type spending from '../locales/en/spending.json'

type Messages = typeof first &
  typeof agents &
  typeof arena &
  typeof create &
  typeof gallery &
  typeof palette &
  typeof queue &
  typeof settings &
  typeof spending

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: keyof Messages
    }
  }
}
