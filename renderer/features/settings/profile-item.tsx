/** One profile: its address, whether it has a key, a test, and a button to activate it. */
import { useState } from 'react'
import type { Result } from '#contract/errors.ts'
import type { Profile } from '#contract/profiles.ts'
import { useHost } from '../../bridge/host.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Status } from '../../ui/status.tsx'
import { useWords } from '../../ui/text.ts'
import { ProfileKeyForm, ProfileNameForm } from './profile-forms.tsx'
import styles from './section.module.css'
import { StorageItem } from './storage-item.tsx'
import { useCall } from './use-call.ts'
import { useConnectionTest } from './use-connection-test.ts'
import { useSecretProtection } from './use-secret-protection.ts'

export function ProfileItem({
  profile,
  isActive,
}: {
  readonly profile: Profile
  readonly isActive: boolean
}) {
  const { text } = useWords()
  const { bridge, profiles } = useHost()
  const [editing, setEditing] = useState<'facts' | 'key' | null>(null)
  const [asking, setAsking] = useState<'remove' | 'key' | null>(null)
  const { run, busy, error } = useCall()
  const { found, test } = useConnectionTest(run)
  const { id, builtIn } = profile

  async function change(call: Promise<Result<unknown>>): Promise<void> {
    const changed = await run(call)
    if (changed !== null) await profiles.getState().load()
  }

  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <div className={styles.itemFacts}>
          <p className={styles.name}>
            {profile.name}
            {isActive && <span className={styles.badge}>{text('profile.active')}</span>}
          </p>
          <p className={styles.quiet}>{builtIn ? text('profile.builtIn') : profile.baseUrl}</p>
          {!builtIn && <KeyWords profile={profile} />}
        </div>
        {!isActive && (
          <Button onPress={() => void change(bridge.call('profiles.activate', { id }))} isDisabled={busy}>
            {text('profile.activate')}
          </Button>
        )}
      </div>
      {editing === 'facts' && <ProfileNameForm profile={profile} onDone={() => setEditing(null)} />}
      {editing === 'key' && <ProfileKeyForm profile={profile} onDone={() => setEditing(null)} />}
      {editing === null && (
        <div className={styles.row}>
          <Button onPress={() => void test(bridge.call('profiles.test', { id }))} isPending={busy}>
            {text(busy ? 'connection.testing' : 'connection.test')}
          </Button>
          {!builtIn && <EditButtons profile={profile} onEdit={setEditing} onAsk={setAsking} />}
        </div>
      )}
      {found !== null && <Status className={styles.good}>{found}</Status>}
      <Problem words={error?.message} />
      {!builtIn && <StorageItem profile={profile} />}
      <Confirm
        title={text('profile.remove.title', { name: profile.name })}
        text={text('profile.remove.text')}
        confirm={text('profile.remove')}
        isOpen={asking === 'remove'}
        onConfirm={() => void change(bridge.call('profiles.remove', { id }))}
        onClose={() => setAsking(null)}
      />
      <Confirm
        title={text('profile.key.remove.title', { name: profile.name })}
        text={text('profile.key.remove.text')}
        confirm={text('profile.key.remove')}
        isOpen={asking === 'key'}
        onConfirm={() => void change(bridge.call('profiles.setKey', { id, apiKey: null }))}
        onClose={() => setAsking(null)}
      />
    </li>
  )
}

interface EditButtonsProps {
  readonly profile: Profile
  onEdit(what: 'facts' | 'key'): void
  onAsk(what: 'remove' | 'key'): void
}

function EditButtons({ profile: { keyState }, onEdit, onAsk }: EditButtonsProps) {
  const { text } = useWords()
  return (
    <>
      <Button kind="quiet" onPress={() => onEdit('key')}>
        {text(keyState === 'saved' ? 'profile.key.replace' : 'profile.key.set')}
      </Button>
      {keyState === 'saved' && (
        <Button kind="quiet" onPress={() => onAsk('key')}>
          {text('profile.key.remove')}
        </Button>
      )}
      <Button kind="quiet" onPress={() => onEdit('facts')}>
        {text('profile.edit')}
      </Button>
      <Button kind="quiet" onPress={() => onAsk('remove')}>
        {text('profile.remove')}
      </Button>
    </>
  )
}

/** Where the key is saved; the key itself never comes back to the page. */
function KeyWords({ profile }: { readonly profile: Profile }) {
  const { text } = useWords()
  const protection = useSecretProtection()
  if (profile.keyState === 'saved')
    return <p className={styles.quiet}>{text(`profile.key.saved.${protection}`)}</p>
  return (
    <p className={profile.keyState === 'lost' ? styles.problem : styles.quiet}>
      {text(`profile.key.${profile.keyState}`)}
    </p>
  )
}
