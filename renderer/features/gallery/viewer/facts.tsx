/** The facts of an asset as a list: how it was made, and what the file is. */
import type { Asset } from '#contract/asset.ts'
import { useWords, type MessageId } from '../../../ui/text.ts'
import styles from './facts.module.css'

const SCENES: readonly string[] = [
  'text-to-image',
  'image-to-image',
  'text-to-video',
  'image-to-video',
  'video-to-video',
  'character-creation',
  'text-to-music',
]

export function Facts({ asset }: { readonly asset: Asset }) {
  const { text, bytes, duration, dateTime } = useWords()
  const { width, height, durationMs, options } = asset
  const facts: readonly (readonly [string, string | undefined])[] = [
    [text('facts.model'), asset.model],
    [text('facts.provider'), asset.provider],
    [
      text('facts.scene'),
      SCENES.includes(asset.scene) ? text(`scene.${asset.scene}` as MessageId) : asset.scene,
    ],
    [
      text('facts.dimensions'),
      width === undefined || height === undefined ? undefined : `${width} × ${height}`,
    ],
    [text('facts.length'), durationMs === undefined ? undefined : duration(durationMs)],
    [text('facts.size'), bytes(asset.sizeBytes)],
    [text('facts.type'), asset.mimeType],
    [text('facts.created'), dateTime(asset.createdAt)],
  ]
  const optionList = Object.entries(options)
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {optionList.length > 0 && (
        <section>
          <h3 className={styles.heading}>{text('facts.options')}</h3>
          <dl className={styles.facts}>
            {optionList.map(([key, value]) => (
              <div key={key}>
                <dt className={styles.mono}>{key}</dt>
                <dd className={styles.mono}>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <p className={styles.hash} title={text('facts.sha256')}>
        {asset.sha256}
      </p>
    </>
  )
}
