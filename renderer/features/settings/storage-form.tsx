/** The input storage of a profile, for models that take addresses only: an S3-compatible bucket and its two keys. */
import { useState } from 'react'
import type { InputStorage, Profile } from '#contract/profiles.ts'
import { useHost } from '../../bridge/host.tsx'
import { NumberField, Switch, TextField } from '../../ui/field.tsx'
import { useWords } from '../../ui/text.ts'
import { ProfileForm } from './profile-form.tsx'
import styles from './section.module.css'
import { useCall } from './use-call.ts'
import { useSecretProtection } from './use-secret-protection.ts'

const EMPTY: InputStorage = { endpoint: '', region: 'auto', bucket: '', linkSeconds: 86_400, pathStyle: true }
const MINUTE = 60
/** As the contract bounds them; S3 signs links for a week at most. */
const LINK_MINUTES = { min: 1, max: 10_080 }
const FIELDS = [
  'endpoint',
  'region',
  'bucket',
  'prefix',
  'linkSeconds',
  'accessKeyId',
  'secretAccessKey',
] as const

/** What is wrong with a field, where it is that field. */
type ErrorAt = (name: (typeof FIELDS)[number]) => string | undefined

export interface StorageFormProps {
  readonly profile: Profile
  onDone(): void
}

export function StorageForm({ profile, onDone }: StorageFormProps) {
  const { text } = useWords()
  const { bridge, profiles } = useHost()
  const protection = useSecretProtection()
  const [storage, setStorage] = useState<InputStorage>(profile.storage ?? EMPTY)
  const [accessKeyId, setAccessKeyId] = useState('')
  const [secretAccessKey, setSecretAccessKey] = useState('')
  const { run, busy, error } = useCall()
  const hasKeys = profile.storageKeys === 'saved'
  const edit = (patch: Partial<InputStorage>): void => setStorage({ ...storage, ...patch })

  async function save(): Promise<void> {
    const { prefix = '', ...rest } = storage
    const keys = { accessKeyId: accessKeyId.trim(), secretAccessKey: secretAccessKey.trim() }
    const saved = await run(
      bridge.call('profiles.setStorage', {
        id: profile.id,
        storage: { ...rest, ...(prefix.trim() === '' ? {} : { prefix }) },
        ...(keys.accessKeyId === '' ? {} : { accessKeyId: keys.accessKeyId }),
        ...(keys.secretAccessKey === '' ? {} : { secretAccessKey: keys.secretAccessKey }),
      }),
    )
    if (saved === null) return
    setSecretAccessKey('')
    await profiles.getState().load()
    onDone()
  }

  const wrong = FIELDS.find((name) => error?.field === name || error?.field === `storage.${name}`)
  const errorAt: ErrorAt = (name) => (wrong === name ? error?.message : undefined)
  const keyHint = text(hasKeys ? 'storage.keys.keep' : `profile.key.will.${protection}`)
  return (
    <ProfileForm
      label={text('storage.title')}
      busy={busy}
      problem={wrong === undefined ? error : null}
      onSave={() => void save()}
      onCancel={onDone}
    >
      <p className={styles.quiet}>{text('storage.text')}</p>
      <BucketFields storage={storage} errorAt={errorAt} onEdit={edit} />
      <TextField
        label={text('storage.accessKeyId')}
        value={accessKeyId}
        onChange={setAccessKeyId}
        hint={keyHint}
        error={errorAt('accessKeyId')}
      />
      <TextField
        label={text('storage.secretAccessKey')}
        type="password"
        value={secretAccessKey}
        onChange={setSecretAccessKey}
        error={errorAt('secretAccessKey')}
      />
    </ProfileForm>
  )
}

interface BucketFieldsProps {
  readonly storage: InputStorage
  readonly errorAt: ErrorAt
  onEdit(patch: Partial<InputStorage>): void
}

function BucketFields({ storage, errorAt, onEdit }: BucketFieldsProps) {
  const { text } = useWords()
  return (
    <>
      <TextField
        label={text('storage.endpoint')}
        type="url"
        placeholder="https://s3.eu-central-1.amazonaws.com"
        value={storage.endpoint}
        onChange={(endpoint) => onEdit({ endpoint })}
        error={errorAt('endpoint')}
        takesFocus
      />
      <TextField
        label={text('storage.region')}
        hint={text('storage.region.hint')}
        value={storage.region}
        onChange={(region) => onEdit({ region })}
        error={errorAt('region')}
      />
      <TextField
        label={text('storage.bucket')}
        value={storage.bucket}
        onChange={(bucket) => onEdit({ bucket })}
        error={errorAt('bucket')}
      />
      <TextField
        label={text('storage.prefix')}
        hint={text('storage.prefix.hint')}
        value={storage.prefix ?? ''}
        onChange={(prefix) => onEdit({ prefix })}
        error={errorAt('prefix')}
      />
      <NumberField
        label={text('storage.lifetime')}
        hint={text('storage.lifetime.hint')}
        value={Math.round(storage.linkSeconds / MINUTE)}
        {...LINK_MINUTES}
        step={1}
        onChange={(minutes) => onEdit({ linkSeconds: (minutes ?? LINK_MINUTES.min) * MINUTE })}
        error={errorAt('linkSeconds')}
      />
      <Switch
        label={text('storage.pathStyle')}
        hint={text('storage.pathStyle.hint')}
        isSelected={storage.pathStyle}
        onChange={(pathStyle) => onEdit({ pathStyle })}
      />
    </>
  )
}
