/** One profile: its address, whether it has a key, a test, and a button to activate it. */
import { useState } from 'react'
import parts from '#renderer/ui/parts.module.css'
import type { RenderedResult } from '#contract/errors.ts'
import type { Profile } from '#contract/profiles.ts'
import type { ServiceInfo } from '#contract/services.ts'
import { useHost, useHostState } from '#renderer/bridge/host.tsx'
import { serviceOf } from '#renderer/bridge/stores/services.ts'
import { useCall } from '#renderer/bridge/use-call.ts'
import { Button } from '#renderer/ui/button.tsx'
import { useConfirm } from '#renderer/ui/dialog.tsx'
import { Problem } from '#renderer/ui/problem.tsx'
import { Status } from '#renderer/ui/status.tsx'
import { useFormatter, type Formatter } from '#renderer/ui/text.ts'
import styles from './settings.module.css'
import { ProfileKeyForm, ProfileNameForm, useSecretProtection, StorageForm } from './profile-forms.tsx'
import { useConnectionTest } from './test-and-use.ts'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

export function ProfileItem({
  profile,
  isActive,
}: {
  readonly profile: Profile
  readonly isActive: boolean
}) {
  const { text } = useFormatter()
  const { bridge, profiles } = useHost()
  const ask = useConfirm()
  const [editing, setEditing] = useState<'facts' | 'key' | null>(null)
  const { run, busy, error } = useCall()
  const { found, test } = useConnectionTest(run)
  const { id, name, builtIn, keyState } = profile
  const service = useHostState('services', (services) => serviceOf(services, profile))
  const { key = 'required', isFree = false } = service?.capabilities ?? {}
  const isKeyless = builtIn || (key !== 'required' && keyState === 'none')
  const stopEditing = (): void => setEditing(null)

  async function change(call: Promise<RenderedResult<unknown>>): Promise<void> {
    if ((await run(call)) !== null) await profiles.load()
  }
  const removal = removals(profile, text)
  const remove = { ...removal.profile, onConfirm: () => void change(bridge.call('profiles.remove', { id })) }
  const removeKey = {
    ...removal.key,
    onConfirm: () => void change(bridge.call('profiles.setKey', { id, apiKey: null })),
  }
  const buttons = [
    ['profile.key.set', keyState !== 'saved' && key !== 'none', () => setEditing('key')],
    ['profile.key.replace', keyState === 'saved', () => setEditing('key')],
    ['profile.key.remove', keyState === 'saved', () => ask(removeKey)],
    ['profile.edit', true, () => setEditing('facts')],
    ['profile.remove', true, () => ask(remove)],
  ] as const
  return (
    <li className={classNames(u.column, u.gap10, styles.item)}>
      <div className={classNames(u.flex, u.between, u.gap12, styles.itemHead)}>
        <div className={u.narrows}>
          <p className={classNames(u.sizeText, u.bold, u.breaks)}>
            {name}
            {isActive && <span className={styles.badge}>{text('profile.active')}</span>}
          </p>
          <p className={parts.quiet}>{builtIn ? text('profile.builtIn') : whoseAndWhere(profile, service)}</p>
          {!isKeyless && <KeyText profile={profile} />}
        </div>
        {!isActive && (
          <Button onPress={() => void change(bridge.call('profiles.activate', { id }))} isDisabled={busy}>
            {text('profile.activate')}
          </Button>
        )}
      </div>
      {editing === 'facts' && <ProfileNameForm profile={profile} onDone={stopEditing} />}
      {editing === 'key' && <ProfileKeyForm profile={profile} onDone={stopEditing} />}
      {editing === null && (
        <div className={parts.wrap}>
          <Button onPress={() => void test(bridge.call('profiles.test', { id }))} isPending={busy}>
            {text(busy ? 'connection.testing' : 'connection.test')}
          </Button>
          {buttons.map(
            ([label, isShown, act]) =>
              isShown &&
              !builtIn && (
                <Button key={label} kind="quiet" onPress={act}>
                  {text(label)}
                </Button>
              ),
          )}
        </div>
      )}
      {found !== null && <Status>{found}</Status>}
      <Problem message={error?.message} />
      {!builtIn && !isFree && <StorageItem profile={profile} />}
    </li>
  )
}

/** The service where the profile has another name, and its address. */
function whoseAndWhere({ name, baseUrl }: Profile, service: ServiceInfo | undefined): string {
  return [service?.label, baseUrl].filter((part) => part !== undefined && part !== name).join(' · ')
}

function removals({ name }: Profile, text: Formatter['text']) {
  return {
    profile: {
      title: text('profile.remove.title', { name }),
      text: text('profile.remove.text'),
      confirm: text('profile.remove.confirm'),
      refuse: text('profile.remove.keep'),
    },
    key: {
      title: text('profile.key.remove.title', { name }),
      text: text('profile.key.remove.text'),
      confirm: text('profile.key.remove'),
      refuse: text('profile.key.keep'),
    },
  }
}

/** Where the key is saved; the key itself never comes back to the page. */
function KeyText({ profile: { keyState } }: { readonly profile: Profile }) {
  const { text } = useFormatter()
  const protection = useSecretProtection()
  if (keyState === 'lost' || keyState === 'elsewhere')
    return <Problem message={text(`profile.key.${keyState}`)} />
  if (keyState === 'waiting') return <Status className={parts.quiet}>{text('profile.key.waiting')}</Status>
  const message = keyState === 'saved' ? (`profile.key.saved.${protection}` as const) : 'profile.key.none'
  return <p className={parts.quiet}>{text(message)}</p>
}

/** A profile's input storage: its bucket, a test, and buttons to change or remove it. */
function StorageItem({ profile }: { readonly profile: Profile }) {
  const { text } = useFormatter()
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
    <div className={parts.stack}>
      {storage !== undefined && (
        <p className={parts.quiet}>
          {text('storage.saved', { bucket: storage.bucket, endpoint: storage.endpoint })}{' '}
          <StorageKeyText profile={profile} />
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
      <Problem message={error?.message} />
    </div>
  )
}

/** Where the two keys are saved; they never come back to the page. */
function StorageKeyText({ profile: { storageKeys = 'none' } }: { readonly profile: Profile }) {
  const { text } = useFormatter()
  const protection = useSecretProtection()
  if (storageKeys === 'saved') return text(`storage.keys.saved.${protection}`)
  return <span className={parts.problem}>{text(`storage.keys.${storageKeys}`)}</span>
}
