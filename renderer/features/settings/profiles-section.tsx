/** The profiles, and a form to add one. */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useHost, useHostState } from '../../bridge/host.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useWords } from '../../ui/text.ts'
import { ProfileForm } from './profile-form.tsx'
import { ProfileItem } from './profile-item.tsx'
import { useCall } from './use-call.ts'
import styles from './section.module.css'

export function ProfilesSection() {
  const { text } = useWords()
  const profiles = useHostState('profiles', (state) => state.items)
  const activeId = useHostState('profiles', (state) => state.activeId)
  const error = useHostState('profiles', (state) => state.error)
  const [adding, setAdding] = useState(false)
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{text('settings.profiles.text')}</p>
      {error !== null && <p className={styles.problem}>{error.message}</p>}
      <ul className={styles.items}>
        {profiles.map((profile) => (
          <ProfileItem key={profile.id} profile={profile} isActive={profile.id === activeId} />
        ))}
      </ul>
      {adding ? (
        <NewProfile onDone={() => setAdding(false)} />
      ) : (
        <div>
          <Button icon={Plus} onPress={() => setAdding(true)}>
            {text('settings.profiles.add')}
          </Button>
        </div>
      )}
    </div>
  )
}

function NewProfile({ onDone }: { onDone(): void }) {
  const { text } = useWords()
  const { bridge, profiles } = useHost()
  const [name, setName] = useState('')
  const [baseUrl, setBaseUrl] = useState('')
  const [apiKey, setApiKey] = useState('')
  const { run, busy, error } = useCall()

  async function create(): Promise<void> {
    const key = apiKey.trim()
    const input = { name, baseUrl, ...(key === '' ? {} : { apiKey: key }) }
    const created = await run(bridge.call('profiles.create', input))
    if (created === null) return
    await profiles.getState().load()
    onDone()
  }

  const errorAt = (field: string): string | undefined => (error?.field === field ? error.message : undefined)
  const isElsewhere = error !== null && !['name', 'baseUrl', 'apiKey'].includes(error.field ?? '')
  return (
    <ProfileForm
      label={text('settings.profiles.add')}
      confirm={text('settings.profiles.create')}
      busy={busy}
      problem={isElsewhere ? error : null}
      onSave={() => void create()}
      onCancel={onDone}
    >
      <TextField
        label={text('profile.name')}
        value={name}
        onChange={setName}
        error={errorAt('name')}
        takesFocus
      />
      <TextField
        label={text('profile.address')}
        value={baseUrl}
        onChange={setBaseUrl}
        placeholder="https://api.example.com"
        error={errorAt('baseUrl')}
      />
      <TextField
        label={text('profile.key')}
        type="password"
        value={apiKey}
        onChange={setApiKey}
        hint={text('profile.key.optional')}
        error={errorAt('apiKey')}
      />
    </ProfileForm>
  )
}
