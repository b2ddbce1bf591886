/** The calls about what is spent. */
import { fail, succeed } from '#contract/errors.ts'
import type { HandlersFor } from '../calls/handlers.ts'
import type { Spending } from './spending.ts'

interface SpendingRouteDeps {
  readonly spending: Pick<Spending, 'query' | 'prices' | 'setPrice' | 'estimate'>
  readonly hasProfile: (profileId: string) => boolean
  readonly activeProfile: () => string
}

export function createSpendingHandlers(deps: SpendingRouteDeps): HandlersFor<'spending'> {
  const { spending, hasProfile, activeProfile } = deps
  const noSuchProfile = () => fail('not_found', 'profiles.noProfile', { field: 'profileId' })
  return {
    'spending.query': async (query) => succeed({ rows: await spending.query(query) }),
    'spending.prices': () => succeed({ items: spending.prices() }),
    'spending.setPrice': ({ profileId, amount, per, ...of }) => {
      if (!hasProfile(profileId)) return noSuchProfile()
      spending.setPrice(profileId, of, amount, per)
      return succeed({})
    },
    'spending.estimate': ({ profileId = activeProfile(), requests }) =>
      hasProfile(profileId) ? succeed(spending.estimate(profileId, requests)) : noSuchProfile(),
  }
}
