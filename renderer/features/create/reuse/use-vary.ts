/** Vary from a button or a menu: sends, asks before a large batch, and says why nothing was sent. */
import type { RenderedFailure } from '#contract/errors.ts'
import type { Profile } from '#contract/profiles.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { useHost, useModelLabel } from '../../../bridge/host.tsx'
import { activeProfile } from '../../../bridge/stores/profiles.ts'
import { isFreeOf } from '../../../bridge/stores/services.ts'
import { useConfirm } from '../../../ui/dialog.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { estimateRequests, priceValues } from '../batch/forecast.ts'
import { useCreate } from '../create-context.ts'
import { expectedCount } from '../expected-results.ts'
import { isResponseLost } from '../../../bridge/use-press.ts'
import type { Source } from './reuse-source.ts'

/** Resolves to the number of requests that were sent. */
export function useVary(onFail?: (problem: RenderedFailure) => void): (source: Source) => Promise<number> {
  const { text } = useFormatter()
  const { variations, reuse, changes, onOpenCreate } = useCreate()
  // Read when it is pressed: a feed holds hundreds of results.
  const { profiles } = useHost()
  const agreed = useAgreed()

  async function send(requests: readonly GenerateRequest[], profileId: string): Promise<number> {
    const response = await variations.send(requests, profileId)
    if (response === null) return 0
    if (response.ok) return requests.length
    const { error } = response
    const lost = isResponseLost(error) ? ` ${text('reuse.vary.lost')}` : ''
    const fail = onFail ?? ((problem) => changes.fail(problem))
    fail({ ...error, message: error.message + lost })
    return 0
  }
  return async (source) => {
    const profile = activeProfile(profiles.getState())
    const planned = await variations.plan(source)
    // With another service it is another price: the form shows it.
    if (planned === null || profile?.id !== profiles.getState().activeId) {
      void reuse.getState().vary(source)
      onOpenCreate()
      return 0
    }
    return (await agreed(planned, profile)) ? await send(planned, profile?.id ?? '') : 0
  }
}

/** Asks before as many requests as the user wants to be asked about. Resolves to whether they may be sent. */
export function useAgreed(): (
  requests: readonly GenerateRequest[],
  profile: Profile | undefined,
) => Promise<boolean> {
  const formatter = useFormatter()
  const { text } = formatter
  const confirm = useConfirm()
  const labelOf = useModelLabel()
  const { bridge, services, settings } = useHost()
  return async (planned, profile) => {
    const requests = planned.length
    // While the settings are not known, every batch is asked about.
    if (requests <= (settings.getState().settings?.queue.confirmAbove ?? 1)) return true
    const profileId = profile?.id ?? ''
    const priced = await bridge.call('spending.estimate', { profileId, requests: estimateRequests(planned) })
    const estimate = priced.ok ? priced.data : null
    return await new Promise<boolean>((resolve) => {
      confirm({
        title: text('create.confirm.title', { requests }),
        text: text('create.confirm.text', {
          requests,
          results: planned.reduce((sum, { options }) => sum + expectedCount(options), 0),
          model: labelOf(planned[0]?.model ?? '', planned[0]?.provider),
          profile: profile?.name ?? '',
          ...priceValues(isFreeOf(services.getState(), profile), estimate, formatter),
        }),
        confirm: text('create.confirm.send', { requests }),
        refuse: text('queue.sendNothing'),
        onConfirm: () => resolve(true),
        onRefuse: () => resolve(false),
      })
    })
  }
}
