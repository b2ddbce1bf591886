/** Concurrent requests, the size from which a batch is confirmed, and each profile's daily cap. */
import { useHost, useHostState } from '../../bridge/host.tsx'
import { NumberField } from '../../ui/field.tsx'
import { useWords } from '../../ui/text.ts'
import { DailyCaps } from './daily-caps.tsx'
import styles from './section.module.css'
import { useCall } from './use-call.ts'

export function QueueSection() {
  const { text } = useWords()
  const queue = useHostState('settings', (state) => state.settings?.queue ?? null)
  return (
    <div className={styles.stack}>
      <QueueNumber
        name="concurrency"
        label={text('settings.concurrency')}
        hint={text('settings.concurrency.hint')}
        value={queue?.concurrency ?? null}
        max={100}
      />
      <QueueNumber
        name="confirmAbove"
        label={text('settings.confirmAbove')}
        hint={text('settings.confirmAbove.hint')}
        value={queue?.confirmAbove ?? null}
        max={1_000}
      />
      {queue !== null && <DailyCaps caps={queue.dailyCaps} />}
    </div>
  )
}

interface QueueNumberProps {
  readonly name: 'concurrency' | 'confirmAbove'
  readonly label: string
  readonly hint: string
  readonly value: number | null
  readonly max: number
}

function QueueNumber({ name, label, hint, value, max }: QueueNumberProps) {
  const { settings } = useHost()
  const { run, error } = useCall()
  return (
    <NumberField
      label={label}
      hint={hint}
      value={value}
      min={1}
      max={max}
      step={1}
      isDisabled={value === null}
      error={error?.message}
      onChange={(next) => {
        if (next !== null) void run(settings.getState().change({ queue: { [name]: next } }))
      }}
      className={styles.narrow}
    />
  )
}
