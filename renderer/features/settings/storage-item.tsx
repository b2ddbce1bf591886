/** A profile's input storage: its bucket, a test, and buttons to change or remove it. */
import { useState } from 'react'
import type { Profile } from '#contract/profiles.ts'
import { useHost } from '../../bridge/host.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Status } from '../../ui/status.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './section.module.css'
import { StorageForm } from './storage-form.tsx'
import { useCall } from './use-call.ts'
import { useConnectionTest } from './use-connection-test.ts'
import { useSecretProtection } from './use-secret-protection.ts'

export function StorageItem({ profile }: { readonly profile: Profile }) {
  const { text } = useWords()
  const { bridge, profiles } = useHost()
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { run, busy, error } = useCall()
  const { found, test, forget: forgetFound } = useConnectionTest(run)
  const { id, storage } = profile

  async function forget(): Promise<void> {
    forgetFound()
    const changed = await run(bridge.call('profiles.setStorage', { id, storage: null }))
    if (changed !== null) await profiles.getState().load()
  }

  if (isEditing) return <StorageForm profile={profile} onDone={() => setEditing(false)} />
  return (
    <div className={styles.facts}>
      {storage !== undefined && (
        <p className={styles.quiet}>
          {text('storage.saved', { bucket: storage.bucket, endpoint: storage.endpoint })}{' '}
          <KeyWords profile={profile} />
        </p>
      )}
      <div className={styles.row}>
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
            <Button kind="quiet" onPress={() => setAsking(true)}>
              {text('storage.remove')}
            </Button>
          </>
        )}
      </div>
      {found !== null && <Status className={styles.good}>{found}</Status>}
      <Problem words={error?.message} />
      <Confirm
        title={text('storage.remove.title', { name: profile.name })}
        text={text('storage.remove.text')}
        confirm={text('storage.remove')}
        isOpen={isAsking}
        onConfirm={() => void forget()}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

/** Where the two keys are saved; they never come back to the page. */
function KeyWords({ profile }: { readonly profile: Profile }) {
  const { text } = useWords()
  const protection = useSecretProtection()
  const state = profile.storageKeys ?? 'none'
  if (state === 'saved') return text(`storage.keys.saved.${protection}`)
  return <span className={styles.problem}>{text(`storage.keys.${state}`)}</span>
}
