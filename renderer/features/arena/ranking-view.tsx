/** The ranking of the models by media type, with the interval of each strength as a bar. */
import { ListOrdered } from '#renderer/icons.tsx'
import { useIntl } from 'react-intl'
import type { ArenaRank } from '#contract/arena.ts'
import { isMediaType, type MediaType } from '#contract/rules/media.ts'
import { useModelLabel } from '../../bridge/host.tsx'
import { useQuery } from '../../bridge/use-call.ts'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/parts.module.css'
import { Broken, StateMessage } from '../../ui/state-message.tsx'
import { useFormatter } from '../../ui/text.ts'
import styles from './ranking.module.css'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

const HOW = [
  'arena.ranking.how.strength',
  'arena.ranking.how.interval',
  'arena.ranking.how.draws',
  'arena.ranking.how.rate',
  'arena.ranking.how.cost',
] as const

export interface RankingViewProps {
  readonly mediaType: MediaType | undefined
  onVote(): void
}

export function RankingView({ mediaType, onVote }: RankingViewProps) {
  const { text } = useFormatter()
  const { data, error, reload } = useQuery('arena.results', mediaType === undefined ? {} : { mediaType })
  if (error !== null)
    return (
      <Broken title={text('arena.ranking.broken')} onRetry={reload}>
        {error.message}
      </Broken>
    )
  if (data === null) return <div aria-busy />
  if (data.items.length === 0)
    return (
      <StateMessage
        icon={ListOrdered}
        title={text('arena.ranking.empty')}
        action={
          <Button kind="main" onPress={onVote}>
            {text('arena.vote')}
          </Button>
        }
      >
        {text('arena.ranking.empty.text')}
      </StateMessage>
    )
  const mediaTypes = [...new Set(data.items.map((item) => item.mediaType))]
  return (
    <div className={styles.ranking}>
      {mediaTypes.map((one) => (
        <MediaRanking key={one} mediaType={one} items={data.items.filter((item) => item.mediaType === one)} />
      ))}
      <ul className={styles.how}>
        {HOW.map((id) => (
          <li key={id}>{text(id)}</li>
        ))}
      </ul>
    </div>
  )
}

interface MediaRankingProps {
  readonly mediaType: string
  readonly items: readonly ArenaRank[]
}

function MediaRanking({ mediaType, items }: MediaRankingProps) {
  const { text } = useFormatter()
  const name = isMediaType(mediaType) ? text(`media.${mediaType}`) : mediaType
  const groups = [...new Set(items.map(({ group }) => group))]
  return (
    <section className={styles.section} aria-label={name}>
      <h2>{name}</h2>
      {groups.map((group) => (
        <div key={group}>
          {group > 0 && <p className={styles.separate}>{text('arena.ranking.separate')}</p>}
          <RankTable name={name} items={items.filter((item) => item.group === group)} />
        </div>
      ))}
    </section>
  )
}

function RankTable({ name, items }: { readonly name: string; readonly items: readonly ArenaRank[] }) {
  const { text, number } = useFormatter()
  const labelOf = useModelLabel()
  const percent = usePercent()
  return (
    <table className={classNames(u.wide, u.digits, styles.table)} aria-label={name}>
      <thead>
        <tr>
          <th scope="col">{text('arena.ranking.model')}</th>
          <th scope="col">{text('arena.ranking.strength')}</th>
          <th scope="col">{text('arena.ranking.rate')}</th>
          <th scope="col">{text('arena.ranking.votes')}</th>
          <th scope="col">{text('arena.ranking.cost')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={JSON.stringify([item.provider, item.model])}>
            <th scope="row">
              {labelOf(item.model, item.provider)} <span className={parts.quiet}>{item.provider}</span>
            </th>
            <td>
              <Strength item={item} />
            </td>
            <td>{percent(item.winRate)}</td>
            <td>{number(item.votes)}</td>
            <td>
              <Cost item={item} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Of the 95 % interval: where it is wider, the strength in its middle says nothing yet. */
const WIDEST_TOLD = 0.4
/** Votes that are alike make the interval narrow, however few they are. */
const MIN_TOLD = 5

/** From 0 to 100 %, with a mark at the half: who is stronger than the average is to its right. */
function Strength({ item: { strength, low, high, votes } }: { readonly item: ArenaRank }) {
  const { text } = useFormatter()
  const percent = usePercent()
  if (votes < MIN_TOLD || high - low > WIDEST_TOLD)
    return <span className={parts.quiet}>{text('arena.ranking.early')}</span>
  const place = (share: number): string => `${(share * 100).toFixed(2)}%`
  return (
    <div className={classNames(u.grid, u.gap10, u.alignCenter, styles.strength)}>
      <span className={u.bold}>{percent(strength)}</span>
      <span className={styles.scale} aria-hidden>
        <span
          className={styles.interval}
          style={{ insetInlineStart: place(low), inlineSize: place(high - low) }}
        />
        <span className={styles.point} style={{ insetInlineStart: place(strength) }} />
      </span>
      <span className={classNames(u.quiet, u.oneLine, styles.between)}>
        {text('arena.ranking.interval', { low: percent(low), high: percent(high) })}
      </span>
    </div>
  )
}

function usePercent(): (share: number) => string {
  const intl = useIntl()
  return (share) => intl.formatNumber(share, { style: 'percent' })
}

/** A mean has no more to say. */
const COST_DIGITS = 3

function Cost({ item: { costPerWin, unpriced, votes, wins } }: { readonly item: ArenaRank }) {
  const { text, amount } = useFormatter()
  if (unpriced === votes) return <span className={parts.quiet}>{text('arena.ranking.cost.unpriced')}</span>
  return (
    <>
      {costPerWin.length === 0 && (wins > 0 && unpriced === 0 ? text('price.free') : '–')}
      {costPerWin.map(({ unit, value }) => (
        <div key={unit}>{amount({ unit, value: Number(value.toPrecision(COST_DIGITS)) })}</div>
      ))}
      {unpriced > 0 && <div className={parts.quiet}>{text('arena.ranking.partly', { count: unpriced })}</div>}
    </>
  )
}
