/** The arena: two results of the same prompt side by side without names, and the ranking of the models that comes of it. */
import { z } from 'zod'
import { mediaTypeSchema } from './models.ts'
import { id, route } from './route.ts'
import type { Amount } from './spending.ts'

/** What of an asset may be known while one votes: nothing that tells its model. */
export interface ArenaSide {
  readonly assetId: string
  readonly kind: ArenaKind
}

export type ArenaKind = 'image' | 'video' | 'audio'

export interface ArenaPair {
  readonly left: ArenaSide
  readonly right: ArenaSide
  readonly prompt: string
  readonly mediaType: string
}

export type Preferred = 'left' | 'right' | 'both' | 'neither'

export interface ArenaModel {
  readonly provider: string
  readonly model: string
}

/** How a model stands among those of its media type. */
export interface ArenaRank extends ArenaModel {
  readonly mediaType: string
  /** Models of different groups were never compared, neither directly nor through others: their strengths say nothing of each other. */
  readonly group: number
  readonly votes: number
  /** Votes in which it was preferred, and half of those for both. */
  readonly wins: number
  /** `wins` of its votes, 0 to 1: a vote for neither counts against both. */
  readonly winRate: number
  /** The chance to be preferred to an average model of its group where one is preferred, 0 to 1, with its 95 % interval. */
  readonly strength: number
  readonly low: number
  readonly high: number
  /** The mean price of its results that were voted on, for one win; each unit by itself. Empty without a price or a win. */
  readonly costPerWin: readonly Amount[]
  /** Votes on results of which no price is known; those of a service that charges nothing are not among them. */
  readonly unpriced: number
}

const pair = { leftId: id, rightId: id }

export const arenaRoutes = {
  /** A pair that was not voted on and is none of `except` (in any order). */
  'arena.next': route<{
    readonly pair: ArenaPair | null
    /** Votes so far, and pairs without one. */
    readonly votes: number
    readonly pairsLeft: number
  }>()(
    z.strictObject({
      mediaType: mediaTypeSchema.optional(),
      except: z.array(z.strictObject(pair)).max(500).optional(),
    }),
  ),
  /** Only after it the models are told. `conflict`: the pair was voted on. */
  'arena.vote': route<{ readonly left: ArenaModel; readonly right: ArenaModel }>()(
    z.strictObject({ ...pair, preferred: z.enum(['left', 'right', 'both', 'neither']) }),
  ),
  'arena.undo': route<Record<string, never>>()(z.strictObject(pair)),
  /** By media type and group, the strongest first. */
  'arena.results': route<{ readonly items: readonly ArenaRank[] }>()(
    z.strictObject({ mediaType: mediaTypeSchema.optional() }),
  ),
} as const
