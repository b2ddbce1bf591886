/** The two small forms of a profile: its name and address, and its key. */
import { useState } from 'react'
import type { Profile } from '#contract/profile.ts'
import { useHost, useHostState } from '../../bridge/host.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './section.module.css'
import { useCall } from './use-call.ts'

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
    <form
      className={styles.form}
      aria-label={text('profile.edit')}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
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
      <FormActions busy={busy} onDone={onDone} />
    </form>
  )
}

export function ProfileKeyForm({ profile, onDone }: FormProps) {
  const { text } = useWords()
  const { bridge, profiles } = useHost()
  const protection = useHostState(
    (host) => host.status,
    (state) => state.info?.secretProtection ?? 'none',
  )
  const [apiKey, setApiKey] = useState('')
  const { run, busy, error } = useCall()

  async function save(): Promise<void> {
    if ((await run(bridge.call('profiles.setKey', { id: profile.id, apiKey }))) === null) return
    setApiKey('')
    await profiles.getState().load()
    onDone()
  }
  return (
    <form
      className={styles.form}
      aria-label={text('profile.key')}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label={text('profile.key')}
        type="password"
        value={apiKey}
        onChange={setApiKey}
        hint={text(`profile.key.will.${protection}`)}
        error={error?.message}
        takesFocus
      />
      <FormActions busy={busy} onDone={onDone} />
    </form>
  )
}

function FormActions({ busy, onDone }: { readonly busy: boolean; onDone(): void }) {
  const { text } = useWords()
  return (
    <div className={styles.row}>
      <Button kind="main" type="submit" isPending={busy}>
        {text('action.save')}
      </Button>
      <Button kind="quiet" onPress={onDone}>
        {text('action.cancel')}
      </Button>
    </div>
  )
}
