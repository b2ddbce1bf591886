/** The table of the arena: each model's rank, votes, wins and what a win costs. */
import type { ArenaRank } from '#contract/arena.ts'
import { amountOf, dividedBy, type Money } from '#contract/rules/money.ts'
import type { Random } from '../ports/clock.ts'
import type { Reader } from '../store/reader.ts'
import { LOCAL_PROFILE_ID } from '../profiles/profiles.ts'
import { rankModels } from './ranking.ts'
import { createModelNumbers, readTallies } from './survey.ts'

/**
 * How each model stood in the votes, with the price of the results that were shown: of a request that made several files, each bears its
 * share. The sample's credits are no money. An asset that was deleted for good has no price any more.
 */
const COUNT = `WITH shown AS (
    SELECT media_type, first_provider AS provider, first_model AS model, first_asset_id AS asset_id,
      (preferred = 'first') + (preferred = 'both') / 2.0 AS win FROM votes
    UNION ALL
    SELECT media_type, second_provider, second_model, second_asset_id,
      (preferred = 'second') + (preferred = 'both') / 2.0 FROM votes
  ), priced AS (
    SELECT shown.*, iif(r.profile_id = '${LOCAL_PROFILE_ID}', NULL, r.unit) AS unit,
      r.price_source = 'free' OR r.profile_id = '${LOCAL_PROFILE_ID}' AS is_free,
      r.millionths / (SELECT count(*) FROM assets s WHERE s.task_id = a.task_id) AS millionths
    FROM shown LEFT JOIN assets a ON a.id = shown.asset_id
    LEFT JOIN requests r ON r.id = (
      SELECT max(id) FROM requests WHERE task_id = a.task_id AND outcome IN ('accepted', 'unknown')
        AND (millionths IS NOT NULL OR price_source = 'free' OR profile_id = '${LOCAL_PROFILE_ID}'))
  )
  SELECT media_type, provider, model, unit, is_free, count(*), sum(win), round(avg(millionths)) FROM priced GROUP BY 1, 2, 3, 4, 5`

interface Count {
  votes: number
  wins: number
  unpriced: number
  readonly prices: Money[]
}

export function readResults(db: Reader, random: Random): readonly ArenaRank[] {
  const models = createModelNumbers()
  return db.atOnce(() => {
    const counts = readCounts(db)
    return [...readTallies(db, models)].flatMap(([mediaType, tallies]) =>
      rankModels(tallies, random).map(({ model: number, ...ranked }): ArenaRank => {
        const { provider = '', model = '' } = models.list[number] ?? {}
        const { votes, wins, unpriced, prices } = counts.get(nameOf(mediaType, provider, model)) ?? NO_VOTES
        const winRate = votes === 0 ? 0 : wins / votes
        const costPerWin =
          wins === 0
            ? []
            : prices.map(({ unit, millionths }) =>
                amountOf({ unit, millionths: dividedBy(millionths, winRate) }),
              )
        return { mediaType, provider, model, ...ranked, votes, wins, winRate, costPerWin, unpriced }
      }),
    )
  })
}

const NO_VOTES: Count = { votes: 0, wins: 0, unpriced: 0, prices: [] }

function readCounts(db: Reader): ReadonlyMap<string, Count> {
  const counts = new Map<string, Count>()
  for (const [mediaType, provider, model, unit, isFree, votes, wins, price] of db.arrays(COUNT)) {
    const name = nameOf(String(mediaType), String(provider), String(model))
    const count = counts.get(name) ?? { ...NO_VOTES, prices: [] }
    counts.set(name, count)
    count.votes += Number(votes)
    count.wins += Number(wins)
    if (typeof unit === 'string' && typeof price === 'number') count.prices.push({ unit, millionths: price })
    else if (isFree !== 1) count.unpriced += Number(votes)
  }
  return counts
}

function nameOf(...parts: readonly string[]): string {
  return JSON.stringify(parts)
}
