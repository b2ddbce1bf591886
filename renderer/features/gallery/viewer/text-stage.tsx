/** A text file, shown as plain text up to a limit. */
import { useEffect, useState } from 'react'
import type { Asset } from '#contract/library.ts'
import { mediaUrl } from '#renderer/bridge/media.ts'
import { classNames } from '#renderer/ui/class-names.ts'
import parts from '#renderer/ui/parts.module.css'
import { CopyButton } from '#renderer/ui/copy-button.tsx'
import { Broken } from '#renderer/ui/state-message.tsx'
import { useFormatter } from '#renderer/ui/text.ts'
import styles from './stage.module.css'
import u from '#renderer/ui/utilities.module.css'

/** Some fifty pages; laid out in a moment. */
const MAX_BYTES = 200_000

export function TextStage({ asset, name }: { readonly asset: Asset; readonly name: string }) {
  const { text, bytes } = useFormatter()
  const [read, setRead] = useState<MediaText | 'broken' | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    readMediaText(mediaUrl(asset.id), MAX_BYTES, leaving.signal).then(setRead, () => {
      if (!leaving.signal.aborted) setRead('broken')
    })
    return () => leaving.abort()
  }, [asset.id])
  if (read === null) return null
  if (read === 'broken') return <Broken title={text('viewer.broken')}>{text('viewer.text.broken')}</Broken>
  return (
    <div className={classNames(u.grid, u.tall, styles.textStage)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <section className={classNames(u.scroll, u.surface, styles.sheet)} tabIndex={0} aria-label={name}>
        <pre
          className={classNames(styles.text, asset.mimeType === 'application/json' && styles.code)}
          dir="auto"
        >
          {read.text}
        </pre>
      </section>
      <div className={classNames(u.row, styles.foot)}>
        {read.isCut ? (
          <p className={classNames(parts.quiet, parts.grow)}>
            {text('viewer.text.cut', { shown: bytes(MAX_BYTES), size: bytes(asset.sizeBytes) })}
          </p>
        ) : (
          <CopyButton label={text('viewer.text.copy')} value={read.text} />
        )}
      </div>
    </div>
  )
}

/** The beginning of a text file of the library, read no further than is to be shown. */
interface MediaText {
  readonly text: string
  /** Whether there is more than was read. */
  readonly isCut: boolean
}

/**
 * The first `mostBytes` of the file as UTF-8, which is all that the library keeps as text; what is not UTF-8 further on is
 * replaced, and a character that the end cuts is left out.
 *
 * @throws Error where the file does not come, or `signal` is aborted.
 */
export async function readMediaText(
  address: string,
  mostBytes: number,
  signal: AbortSignal,
): Promise<MediaText> {
  const response = await fetch(address, { signal })
  if (!response.ok || response.body === null) throw new Error(`The file did not come: ${response.status}.`)
  const decoder = new TextDecoder()
  let text = ''
  let left = mostBytes
  // Leaving the loop ends the request.
  for await (const bytes of chunksOf(response.body)) {
    text += decoder.decode(bytes.subarray(0, left), { stream: true })
    left -= bytes.length
    if (left < 0) return { text, isCut: true }
  }
  return { text: text + decoder.decode(), isCut: false }
}

/** Not every browser's streams can be iterated over. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel()
  }
}
