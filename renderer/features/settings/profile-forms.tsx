/** The two small forms of a profile: its name and address, and its key. */
import { useState } from 'react'
import type { Profile } from '#contract/profiles.ts'
import { useHost } from '../../bridge/host.tsx'
import { TextField } from '../../ui/field.tsx'
import { useWords } from '../../ui/text.ts'
import { ProfileForm } from './profile-form.tsx'
import { useCall } from './use-call.ts'
import { useSecretProtection } from './use-secret-protection.ts'

interface FormProps {
  readonly profile: Profile
  onDone(): void
}

export function ProfileNameForm({ profile, onDone }: FormProps) {
  const { text } = useWords()
  const { bridge, profiles } = useHost()
  const [name, setName] = useState(profile.name)
  const [baseUrl, setBaseUrl] = useState(profile.baseUrl)
  const { run, busy, error } = useCall()

  async function save(): Promise<void> {
    if ((await run(bridge.call('profiles.update', { id: profile.id, name, baseUrl }))) === null) return
    await profiles.getState().load()
    onDone()
  }
  return (
    <ProfileForm label={text('profile.edit')} busy={busy} onSave={() => void save()} onCancel={onDone}>
      <TextField
        label={text('profile.name')}
        value={name}
        onChange={setName}
        error={error?.field === 'baseUrl' ? null : error?.message}
        takesFocus
      />
      <TextField
        label={text('profile.address')}
        value={baseUrl}
        onChange={setBaseUrl}
        error={error?.field === 'baseUrl' ? error.message : null}
      />
    </ProfileForm>
  )
}

export function ProfileKeyForm({ profile, onDone }: FormProps) {
  const { text } = useWords()
  const { bridge, profiles } = useHost()
  const protection = useSecretProtection()
  const [apiKey, setApiKey] = useState('')
  const { run, busy, error } = useCall()

  async function save(): Promise<void> {
    if ((await run(bridge.call('profiles.setKey', { id: profile.id, apiKey }))) === null) return
    setApiKey('')
    await profiles.getState().load()
    onDone()
  }
  return (
    <ProfileForm label={text('profile.key')} busy={busy} onSave={() => void save()} onCancel={onDone}>
      <TextField
        label={text('profile.key')}
        type="password"
        value={apiKey}
        onChange={setApiKey}
        hint={text(`profile.key.will.${protection}`)}
        error={error?.message}
        takesFocus
      />
    </ProfileForm>
  )
}
