/** Updates of the program: the state, and a button to check, download or install. */
import type { UpdateState } from '#contract/app.ts'
import { useHost } from '../../bridge/host.tsx'
import { useAnswer, useCall } from '../../bridge/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { Status } from '../../ui/status.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './settings.module.css'
import { useSettings } from './use-settings.ts'

const CHOICES = ['automatic', 'prereleases'] as const

export function ProgramUpdates() {
  const { text } = useWords()
  const { bridge } = useHost()
  const { values, change, error: problem } = useSettings('updates')
  const { data: update } = useAnswer('app.updates', {}, ({ name }) => name === 'update.changed')
  const { run, busy, error } = useCall()
  if (update === null) return null
  const press = NEXT_CALL[update.state]
  return (
    <div className={parts.sections}>
      <Status>
        <p className={update.state === 'failed' ? styles.problem : parts.quiet}>{wordsOf(update, text)}</p>
      </Status>
      {press !== null && (
        <div className={parts.wrap}>
          <Button isPending={busy} onPress={() => void run(bridge.call(press, {}))}>
            {text(`updates.press.${press}`)}
          </Button>
        </div>
      )}
      {update.state !== 'off' &&
        values !== null &&
        CHOICES.map((name) => (
          <Switch
            key={name}
            label={text(`updates.${name}`)}
            isSelected={values[name]}
            onChange={(isOn) => change({ [name]: isOn })}
          />
        ))}
      <Problem words={(error ?? problem)?.message} />
    </div>
  )
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
