/** The grid that a comparison will become: its first axis as columns, the second as rows, the third as pages. */
import { useMemo } from 'react'
import { useModelLabel } from '../../../bridge/host.tsx'
import { classNames } from '../../../ui/class-names.ts'
import parts from '../../../ui/parts.module.css'
import { useFormatter } from '../../../ui/text.ts'
import { useView } from '../create-context.ts'
import { expectedShape } from '../expected-results.ts'
import { parseOptions } from '../options/options-text.ts'
import { axisName } from '../problem-text.ts'
import styles from './batch.module.css'
import type { Change, PlannedAxis } from './plan-axes.ts'

/** More than this is counted and not drawn. */
const MAX_COLUMNS = 5
const MAX_ROWS = 6
/** Of the longer side of a cell, in pixels. */
const CELL = 40

export function MatrixPreview({ axes }: { readonly axes: readonly PlannedAxis[] }) {
  const { text } = useFormatter()
  const labelOf = useModelLabel()
  const fields = useView((view) => view.knowledge.fields)
  const nameOf = ({ name }: PlannedAxis): string => axisName(name, text, fields)
  const [columns, rows, pages] = axes
  const label = ({ label: valueLabel, change }: PlannedAxis['values'][number]): string =>
    change.field === 'model' ? labelOf(change.model.id, change.model.provider) : valueLabel
  if (columns === undefined)
    return <div className={classNames(parts.quiet, styles.noGrid)}>{text('batch.preview.none')}</div>
  const shownColumns = columns.values.slice(0, MAX_COLUMNS)
  const shownRows = rows === undefined ? [undefined] : rows.values.slice(0, MAX_ROWS)
  const names = {
    columns: nameOf(columns),
    rows: rows === undefined ? '' : nameOf(rows),
  }
  return (
    <div className={styles.preview}>
      <table
        aria-label={text(rows === undefined ? 'feed.matrix.row' : 'batch.preview', names)}
        className={parts.digits}
      >
        <thead>
          <tr>
            {rows !== undefined && <th scope="col">{names.rows}</th>}
            {shownColumns.map((value) => (
              <th key={value.label} scope="col" title={label(value)}>
                <span className={parts.line}>{label(value)}</span>
              </th>
            ))}
            {columns.values.length > MAX_COLUMNS && (
              <th scope="col">{text('feed.matrix.more', { count: columns.values.length - MAX_COLUMNS })}</th>
            )}
          </tr>
        </thead>
        <tbody>
          {shownRows.map((row) => (
            <tr key={row?.label ?? ''}>
              {row !== undefined && (
                <th scope="row" title={label(row)}>
                  <span className={parts.line}>{label(row)}</span>
                </th>
              )}
              {shownColumns.map((column) => (
                <td key={column.label}>
                  <Cell changes={row === undefined ? [column.change] : [column.change, row.change]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows !== undefined && rows.values.length > MAX_ROWS && (
        <p className={parts.quiet}>{text('batch.preview.rows', { count: rows.values.length - MAX_ROWS })}</p>
      )}
      {pages !== undefined && (
        <p className={parts.quiet}>
          {text('batch.preview.pages', {
            count: pages.values.length,
            name: nameOf(pages),
            values: pages.values.map(label).join(' · '),
          })}
        </p>
      )}
    </div>
  )
}

/** In the shape that its result will have. */
function Cell({ changes }: { readonly changes: readonly Change[] }) {
  const mediaType = useView((view) => view.mediaType)
  const optionsText = useView((view) => view.draft.optionsText)
  const shape = useMemo(() => {
    const parsed = parseOptions(optionsText)
    const varied = changes.flatMap((change) =>
      change.field === 'option' ? [[change.key, change.value]] : [],
    )
    const options = { ...(parsed.ok ? parsed.value : {}), ...Object.fromEntries(varied) }
    return expectedShape({ mediaType, options })
  }, [mediaType, optionsText, changes])
  const size = shape >= 1 ? { width: CELL, height: CELL / shape } : { width: CELL * shape, height: CELL }
  return (
    <span
      className={styles.cell}
      style={{ inlineSize: Math.max(6, size.width), blockSize: Math.max(6, size.height) }}
    />
  )
}
