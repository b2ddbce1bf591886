/** A profile's input storage: which bucket it is, whether it works, and changing or forgetting it. */
import { useState } from 'react'
import type { Profile } from '#contract/profile.ts'
import { useHost, useHostState } from '../../bridge/host.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Status } from '../../ui/status.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './section.module.css'
import { StorageForm } from './storage-form.tsx'
import { useCall } from './use-call.ts'

export function StorageItem({ profile }: { readonly profile: Profile }) {
  const { text, number } = useWords()
  const { bridge, profiles } = useHost()
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [found, setFound] = useState<string | null>(null)
  const { run, busy, error } = useCall()
  const { id, storage } = profile

  async function test(): Promise<void> {
    setFound(null)
    const result = await run(bridge.call('profiles.testStorage', { id }))
    if (result !== null)
      setFound(text('connection.found', { message: result.message, ms: number(result.latencyMs) }))
  }
  async function forget(): Promise<void> {
    setFound(null)
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
            <Button kind="quiet" onPress={() => void test()} isPending={busy}>
              {text(busy ? 'connection.testing' : 'storage.test')}
            </Button>
            <Button kind="quiet" onPress={() => setAsking(true)}>
              {text('storage.remove')}
            </Button>
          </>
        )}
      </div>
      {found !== null && <Status className={styles.good}>{found}</Status>}
      {error !== null && (
        <p role="alert" className={styles.problem}>
          {error.message}
        </p>
      )}
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

/** Where the two keys are kept; they never come back to the page. */
function KeyWords({ profile }: { readonly profile: Profile }) {
  const { text } = useWords()
  const protection = useHostState(
    (host) => host.status,
    (state) => state.info?.secretProtection ?? 'none',
  )
  const state = profile.storageKeys ?? 'none'
  if (state === 'saved') return text(`storage.keys.saved.${protection}`)
  return <span className={styles.problem}>{text(`storage.keys.${state}`)}</span>
}
