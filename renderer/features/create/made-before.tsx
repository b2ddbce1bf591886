/** Says that exactly this was made before, and shows it. It stands in nobody's way: a press makes it anew. */
import { useHostState } from '../../bridge/host.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { dayOf } from '../../ui/days.ts'
import parts from '../../ui/parts.module.css'
import { useFormatter } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import { SEED_KEYS } from './batch/plan-axes.ts'
import type { Plan } from './build-requests.ts'
import { useCreate } from './create-context.ts'
import styles from './create.module.css'
import { useSettledQuery } from './use-settled-query.ts'

export function MadeBefore({ plan: { profileId, requests } }: { readonly plan: Plan }) {
  const { text } = useFormatter()
  const { onOpenAsset } = useCreate()
  const saved = useHostState('queue', ({ queue }) => queue?.counts.saved ?? 0)
  const now = useNow(60_000)
  const [request, ...others] = requests
  const { data, isCurrent } = useSettledQuery(
    request === undefined || others.length > 0 || profileId === ''
      ? null
      : { profileId, requests: [request] },
    (bridge, question) => bridge.call('tasks.made', question),
    saved,
  )
  const made = isCurrent ? data?.items[0] : null
  const hasSeed = SEED_KEYS.some((key) => request?.options?.[key] !== undefined)
  // Without a seed the same words give another result, and today's are in sight.
  const isNews = made && (hasSeed || dayOf(made.createdAt) !== dayOf(now))
  if (!isNews) return null
  return (
    <div className={classNames(parts.row, styles.reasonLine)}>
      <p className={parts.quiet}>{text('create.madeBefore', { at: made.createdAt })}</p>
      <Button kind="quiet" className={styles.reason} onPress={() => onOpenAsset(made.assetId)}>
        {text('create.madeBefore.show')}
      </Button>
    </div>
  )
}
