/** The facts of an asset as a list: how it was made, and what the file is. */
import { isScene } from '#contract/rules/media.ts'
import type { Asset } from '#contract/library.ts'
import { Fact, FactList } from '../../../ui/fact-list.tsx'
import { useWords } from '../../../ui/text.ts'
import styles from './inspector.module.css'

export function Facts({ asset }: { readonly asset: Asset }) {
  const { text, bytes, duration, dateTime } = useWords()
  const { width, height, durationMs, options } = asset
  const facts: readonly (readonly [string, string | undefined])[] = [
    [text('facts.model'), asset.model],
    [text('facts.provider'), asset.provider],
    [text('facts.scene'), isScene(asset.scene) ? text(`scene.${asset.scene}`) : asset.scene],
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
      <FactList>
        {facts.map(
          ([name, value]) =>
            value !== undefined && (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ),
        )}
      </FactList>
      {optionList.length > 0 && (
        <section>
          <h3 className={styles.optionsHeading}>{text('facts.options')}</h3>
          <FactList>
            {optionList.map(([key, value]) => (
              <Fact key={key} name={key} className={styles.mono}>
                {typeof value === 'string' ? value : JSON.stringify(value)}
              </Fact>
            ))}
          </FactList>
        </section>
      )}
      <p className={styles.hash} title={text('facts.sha256')}>
        {asset.sha256}
      </p>
    </>
  )
}
