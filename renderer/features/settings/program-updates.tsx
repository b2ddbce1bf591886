/** Updates of the program: the state, and a button to check, download or install. */
import { useEffect, useState } from 'react'
import type { UpdateState } from '#contract/app.ts'
import type { Settings } from '#contract/settings.ts'
import { useHost, useHostState } from '../../bridge/host.tsx'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Status } from '../../ui/status.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './section.module.css'
import { useCall } from './use-call.ts'

const CHOICES = ['automatic', 'prereleases'] as const

export function ProgramUpdates() {
  const { text } = useWords()
  const { bridge, settings } = useHost()
  const choices = useHostState('settings', (state) => state.settings?.updates ?? null)
  const update = useUpdateState()
  const { run, busy, error } = useCall()
  if (update === null) return null
  const press = NEXT_CALL[update.state]
  const change = (part: Partial<Settings['updates']>): void =>
    void run(settings.getState().change({ updates: part }))
  return (
    <div className={styles.stack}>
      <Status>
        <p className={update.state === 'failed' ? styles.problem : styles.quiet}>{wordsOf(update, text)}</p>
      </Status>
      {press !== null && (
        <div className={styles.row}>
          <Button isPending={busy} onPress={() => void run(bridge.call(press, {}))}>
            {text(`updates.press.${press}`)}
          </Button>
        </div>
      )}
      {update.state !== 'off' &&
        choices !== null &&
        CHOICES.map((name) => (
          <Switch
            key={name}
            label={text(`updates.${name}`)}
            isSelected={choices[name]}
            onChange={(isOn) => change({ [name]: isOn })}
          />
        ))}
      <Problem words={error?.message} />
    </div>
  )
}

/** Null until it is known. */
function useUpdateState(): UpdateState | null {
  const { bridge } = useHost()
  const [update, setUpdate] = useState<UpdateState | null>(null)
  useEffect(() => {
    let isHere = true
    const stop = bridge.on((event) => {
      if (event.name === 'update.changed') setUpdate(event.data.update)
    })
    const ask = async (): Promise<void> => {
      const response = await bridge.call('app.updates', {})
      if (isHere && response.ok) setUpdate((known) => known ?? response.data)
    }
    void ask()
    return () => {
      isHere = false
      stop()
    }
  }, [bridge])
  return update
}

/** What the button does in each state; null where there is none. */
const NEXT_CALL = {
  off: null,
  current: 'app.checkForUpdates',
  checking: null,
  available: 'app.downloadUpdate',
  downloading: null,
  ready: 'app.installUpdate',
  installing: null,
  failed: 'app.checkForUpdates',
} as const satisfies Record<UpdateState['state'], string | null>

function wordsOf(update: UpdateState, text: ReturnType<typeof useWords>['text']): string {
  switch (update.state) {
    case 'off':
      return text(`updates.off.${update.reason}`)
    case 'failed':
      return update.message
    case 'current':
      return text(update.checkedAt === null ? 'updates.unchecked' : 'updates.current')
    case 'checking':
      return text('updates.checking')
    case 'downloading':
      return text('updates.downloading', { version: update.version, fraction: update.fraction })
    default:
      return text(`updates.${update.state}`, { version: update.version })
  }
}
