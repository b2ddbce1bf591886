/** What Atelier ships to begin with. Names are the reader's; prompts stay as they are, in the language that models were taught most. */
import '../../../locales/create.ts'
import type { Formatter, MessageId } from '../../../ui/text.ts'
import data from './starters.json'

export function namedStarters(text: Formatter['text']) {
  return {
    presets: data.presets.map((preset) => ({
      ...preset,
      name: text(`starter.preset.${preset.id}` as MessageId),
    })),
    styles: data.styles.map((style) => ({ ...style, name: text(`starter.style.${style.id}` as MessageId) })),
  }
}
