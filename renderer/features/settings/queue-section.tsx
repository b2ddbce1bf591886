/** How many requests may be at work at once. */
import { useHost, useHostState } from '../../bridge/host.tsx'
import { NumberField } from '../../ui/field.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './section.module.css'
import { useCall } from './use-call.ts'

export function QueueSection() {
  const { text } = useWords()
  const { settings } = useHost()
  const concurrency = useHostState(
    (host) => host.settings,
    (state) => state.settings?.queue.concurrency ?? null,
  )
  const { run, error } = useCall()
  return (
    <div className={styles.stack}>
      <NumberField
        label={text('settings.concurrency')}
        hint={text('settings.concurrency.hint')}
        value={concurrency}
        min={1}
        max={100}
        step={1}
        isDisabled={concurrency === null}
        error={error?.message}
        onChange={(value) => {
          if (value !== null) void run(settings.getState().change({ queue: { concurrency: value } }))
        }}
        className={styles.narrow}
      />
    </div>
  )
}
