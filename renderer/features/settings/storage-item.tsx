/** A profile's input storage: its bucket, a test, and buttons to change or remove it. */
import { useState } from 'react'
import type { Profile } from '#contract/profiles.ts'
import { useHost } from '../../bridge/host.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialog.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { Status } from '../../ui/status.tsx'
import { useWords } from '../../ui/text.ts'
import { StorageForm, useSecretProtection } from './profile-forms.tsx'
import styles from './settings.module.css'
import { useConnectionTest } from './test-and-use.ts'

export function StorageItem({ profile }: { readonly profile: Profile }) {
  const { text } = useWords()
  const { bridge, profiles } = useHost()
  const ask = useConfirm()
  const [isEditing, setEditing] = useState(false)
  const { run, busy, error } = useCall()
  const { found, test } = useConnectionTest(run)
  const { id, storage } = profile

  async function forget(): Promise<void> {
    if ((await run(bridge.call('profiles.setStorage', { id, storage: null }))) !== null) await profiles.load()
  }
  const remove = {
    title: text('storage.remove.title', { name: profile.name }),
    text: text('storage.remove.text'),
    confirm: text('storage.remove'),
    refuse: text('storage.keep'),
    onConfirm: () => void forget(),
  }
  if (isEditing) return <StorageForm profile={profile} onDone={() => setEditing(false)} />
  return (
    <div className={styles.storage}>
      {storage !== undefined && (
        <p className={parts.quiet}>
          {text('storage.saved', { bucket: storage.bucket, endpoint: storage.endpoint })}{' '}
          <KeyWords profile={profile} />
        </p>
      )}
      <div className={parts.wrap}>
        <Button kind="quiet" onPress={() => setEditing(true)}>
          {text(storage === undefined ? 'storage.add' : 'storage.edit')}
        </Button>
        {storage !== undefined && (
          <>
            <Button
              kind="quiet"
              onPress={() => void test(bridge.call('profiles.testStorage', { id }))}
              isPending={busy}
            >
              {text(busy ? 'connection.testing' : 'storage.test')}
            </Button>
            <Button kind="quiet" onPress={() => ask(remove)}>
              {text('storage.remove')}
            </Button>
          </>
        )}
      </div>
      {found !== null && storage !== undefined && <Status>{found}</Status>}
      <Problem words={error?.message} />
    </div>
  )
}

/** Where the two keys are saved; they never come back to the page. */
function KeyWords({ profile: { storageKeys = 'none' } }: { readonly profile: Profile }) {
  const { text } = useWords()
  const protection = useSecretProtection()
  if (storageKeys === 'saved') return text(`storage.keys.saved.${protection}`)
  return <span className={styles.problem}>{text(`storage.keys.${storageKeys}`)}</span>
}
