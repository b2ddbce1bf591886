/** The calls about what is spent. */
import { fail, succeed } from '#contract/errors.ts'
import type { HandlersFor } from '../router.ts'
import type { Spending } from './spending.ts'

interface SpendingRouteDeps {
  readonly spending: Pick<Spending, 'query' | 'prices' | 'setPrice' | 'estimate'>
  readonly hasProfile: (profileId: string) => boolean
  readonly activeProfile: () => string
}

export function createSpendingHandlers(deps: SpendingRouteDeps): HandlersFor<'spending'> {
  const { spending, hasProfile, activeProfile } = deps
  const noSuchProfile = () => fail('not_found', 'There is no such profile.', { field: 'profileId' })
  return {
    'spending.query': async (query) => succeed({ rows: await spending.query(query) }),
    'spending.prices': () => succeed({ items: spending.prices() }),
    'spending.setPrice': ({ profileId, amount, ...of }) => {
      if (!hasProfile(profileId)) return noSuchProfile()
      spending.setPrice(profileId, of, amount)
      return succeed({})
    },
    'spending.estimate': ({ profileId = activeProfile(), requests }) =>
      hasProfile(profileId) ? succeed(spending.estimate(profileId, requests)) : noSuchProfile(),
  }
}
