/** Chooses where keys are saved, on a computer without a keychain. */
import { useHost } from '../../bridge/host.tsx'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './section.module.css'
import { useCall } from './use-call.ts'

export function KeyStorage() {
  const { text } = useWords()
  const { bridge, status } = useHost()
  const { run, busy, error } = useCall()

  async function choose(): Promise<void> {
    if ((await run(bridge.call('app.chooseKeyStorage', {}))) !== null) await status.getState().load()
  }
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{text('keyStorage.text')}</p>
      <div className={styles.row}>
        <Button isPending={busy} onPress={() => void choose()}>
          {text('keyStorage.choose')}
        </Button>
      </div>
      <Problem words={error?.message} />
    </div>
  )
}
