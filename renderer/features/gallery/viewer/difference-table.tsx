/** The parameters that compared assets differ in, one column for each asset. */
import type { Json } from '#contract/json.ts'
import type { Asset } from '#contract/library.ts'
import { useWords } from '../../../ui/text.ts'
import styles from './compare.module.css'
import { differencesOf, type Difference, type DifferencePart } from './differences.ts'

export function DifferenceTable({ assets }: { readonly assets: readonly Asset[] }) {
  const { text, number, duration } = useWords()
  const differences = differencesOf(assets)
  if (differences.length === 0) return <p className={styles.same}>{text('gallery.compare.same')}</p>
  const nameOf = ({ name, isOption }: Difference): string =>
    isOption ? name : text(`gallery.compare.${name as DifferencePart}`)
  const shown = ({ name, isOption }: Difference, value: Json | undefined): string => {
    if (value === undefined) return '–'
    if (!isOption && name === 'length' && typeof value === 'number') return duration(value)
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return (
    <section
      className={styles.differences}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label={text('gallery.compare.differences')}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">{text('gallery.compare.parameter')}</th>
            {assets.map((asset, at) => (
              <th key={asset.id} scope="col">
                {number(at + 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <tr key={`${String(difference.isOption)}:${difference.name}`}>
              <th scope="row">{nameOf(difference)}</th>
              {difference.values.map((value, at) => (
                <td key={assets[at]?.id}>{shown(difference, value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
