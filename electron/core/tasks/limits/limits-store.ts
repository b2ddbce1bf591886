/** The learned limits of every profile, stored in library.db so that a restart does not learn them again by refusals. */
import type { Clock, Random } from '../../ports/clock.ts'
import { readFact, writeFact, type Database } from '../../store/database.ts'
import { writeIfPossible } from '../../store/disk-errors.ts'
import { createLimits, limitsStateSchema, type Limits, type LimitsState } from './limits.ts'

export interface LimitsStore {
  /** The limits of a profile, taken up from the last run. `local`: its service is on this computer or a private network. */
  of(profileId: string, local: boolean): Limits
  /** Stores what was learned; skipped when the disk refuses. */
  save(profileId: string): void
  saveAll(): void
}

export function createLimitsStore(db: Database, clock: Clock, random: Random): LimitsStore {
  const open = new Map<string, Limits>()
  const name = (profileId: string) => `limits.${profileId}`
  const load = (profileId: string): LimitsState | null =>
    limitsStateSchema.safeParse(JSON.parse(readFact(db, name(profileId)) ?? 'null')).data ?? null
  const save = (profileId: string): void => {
    const state = open.get(profileId)?.state(clock.monotonicMs(), clock.now())
    if (!state) return
    writeIfPossible(() => writeFact(db, name(profileId), JSON.stringify(state)))
  }
  return {
    save,
    of: (profileId, local) => {
      const known = open.get(profileId)
      if (known) return known
      const limits = createLimits({
        stored: load(profileId),
        local,
        random,
        now: clock.monotonicMs(),
        wallNow: clock.now(),
      })
      open.set(profileId, limits)
      return limits
    },
    saveAll: () => {
      for (const profileId of open.keys()) save(profileId)
    },
  }
}
