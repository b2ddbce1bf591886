/** Vary from a button or a menu: sends, asks before a large batch, and says why nothing was sent. */
import type { GenerateRequest } from '#contract/tasks.ts'
import { useHost } from '../../../bridge/host.tsx'
import { activeProfile } from '../../../bridge/stores/profiles.ts'
import { useConfirm } from '../../../ui/dialog.tsx'
import { useWords } from '../../../ui/text.ts'
import { useCreate } from '../create-context.ts'
import { expectedCount } from '../expected-results.ts'
import { isResponseLost } from '../send.ts'
import type { Source } from './reuse-source.ts'

export function useVary(): (source: Source) => Promise<void> {
  const { text } = useWords()
  const { variations, reuse, changes } = useCreate()
  const confirm = useConfirm()
  // Read when it is pressed: a feed holds hundreds of results.
  const { profiles, settings } = useHost()

  async function send(requests: readonly GenerateRequest[]): Promise<void> {
    const response = await variations.getState().send(requests)
    if (response === null || response.ok) return
    const { error } = response
    const lost = isResponseLost(error) ? ` ${text('reuse.vary.lost')}` : ''
    changes.fail({ ...error, message: error.message + lost })
  }
  return async (source) => {
    const planned = await variations.getState().plan(source)
    if (planned === null) return await reuse.getState().vary(source)
    const requests = planned.length
    const profile = activeProfile(profiles.getState())
    // While the settings are not known, every batch is asked about.
    const confirmAbove = settings.getState().settings?.queue.confirmAbove ?? 1
    if (requests <= confirmAbove) return await send(planned)
    confirm({
      title: text('create.confirm.title', { requests }),
      text: text('create.confirm.text', {
        requests,
        results: planned.reduce((sum, { options }) => sum + expectedCount(options), 0),
        model: planned[0]?.model ?? '',
        profile: profile?.name ?? '',
        price: profile?.builtIn === true ? 'free' : 'charged',
      }),
      confirm: text('create.confirm.send', { requests }),
      refuse: text('queue.sendNothing'),
      onConfirm: () => void send(planned),
    })
  }
}
