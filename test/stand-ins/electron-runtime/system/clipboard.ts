/** `clipboard`: text of this process; asynchronous as in Electron 45 (electron.d.ts, `Clipboard`). */
import { record } from '../runtime.ts'
import { strict } from '../strict.ts'

/** The types of one entry (electron.d.ts, `ClipboardItem.types`). */
export class ClipboardItem {
  readonly types: readonly string[]
  constructor(items: Readonly<Record<string, unknown>>) {
    this.types = Object.keys(items)
  }
}

let text = ''

export const clipboard = strict('clipboard', {
  readText: async (): Promise<string> => text,
  async writeText(value: string): Promise<void> {
    text = value
    record('clipboard.writeText', value)
  },
  /** Of what is written the types alone are kept. */
  async write(items: readonly ClipboardItem[]): Promise<void> {
    text = ''
    record(
      'clipboard.write',
      items.flatMap(({ types }) => types),
    )
  },
  clear: () => void (text = ''),
})
