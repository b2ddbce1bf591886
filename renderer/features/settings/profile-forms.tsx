/** The forms of a profile: its name and address, its key, and its input storage. */
import { useState, type ReactNode } from 'react'
import type { RenderedResult } from '#contract/errors.ts'
import type { Profile, SecretProtection } from '#contract/profiles.ts'
import { useHost, useHostState } from '../../bridge/host.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '#renderer/ui/dialog.tsx'
import { NumberField, Switch, TextField } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { useFormatter } from '../../ui/text.ts'

/** How keys are protected on this computer; `none` until it is known. */
export function useSecretProtection(): SecretProtection {
  return useHostState('status', (state) => state.info?.secretProtection ?? 'none')
}

type Values = Readonly<Record<string, string | number | boolean>>

/** What a field of the form needs. */
type FieldOf<Form extends Values> = <Name extends keyof Form & string>(
  name: Name,
) => { value: Form[Name]; error: string | undefined; onChange(value: Form[Name]): void }

interface ProfileFormProps<Form extends Values, Data> {
  readonly label: string
  /** The text of the save button, where it differs. */
  readonly confirm?: string
  readonly start: Form
  save(values: Form): Promise<RenderedResult<Data>>
  /** Another way to save, with a button of its own. */
  readonly other?: { readonly label: string; save(values: Form): Promise<RenderedResult<unknown>> }
  /** `saved` is what `save` answered; absent where the form was left, or saved the other way. */
  onDone(saved?: Data): void
  children(field: FieldOf<Form>): ReactNode
}

/** An error stands at its field, or else below all of them. */
export function ProfileForm<Form extends Values, Data>(props: ProfileFormProps<Form, Data>) {
  const { label, confirm, start, save, other, onDone, children } = props
  const { text } = useFormatter()
  const { profiles } = useHost()
  const [values, setValues] = useState(start)
  const { run, busy, error } = useCall()
  const wrong = error?.field?.split('.').at(-1) ?? ''
  async function submit(): Promise<void> {
    const saved = await run(save(values))
    if (saved === null) return
    await profiles.load()
    onDone(saved)
  }
  async function submitOther(): Promise<void> {
    if (other === undefined || (await run(other.save(values))) === null) return
    await profiles.load()
    onDone()
  }
  return (
    <Form label={label} onSubmit={() => void submit()} onEscape={() => onDone()}>
      {children((name) => ({
        value: values[name],
        error: wrong === name ? error?.message : undefined,
        onChange: (value) => setValues({ ...values, [name]: value }),
      }))}
      {!Object.hasOwn(values, wrong) && <Problem message={error?.message} />}
      <div className={parts.wrap}>
        <Button kind="main" type="submit" isPending={busy}>
          {confirm ?? text('action.save')}
        </Button>
        {other !== undefined && (
          <Button isDisabled={busy} onPress={() => void submitOther()}>
            {other.label}
          </Button>
        )}
        <Button kind="quiet" onPress={() => onDone()}>
          {text('action.cancel')}
        </Button>
      </div>
    </Form>
  )
}

interface FormProps {
  readonly profile: Profile
  onDone(): void
}

export function ProfileNameForm({ profile: { id, name, baseUrl }, onDone }: FormProps) {
  const { text } = useFormatter()
  const { bridge } = useHost()
  return (
    <ProfileForm
      label={text('profile.edit')}
      start={{ name, baseUrl }}
      save={(values) => bridge.call('profiles.update', { id, ...values })}
      onDone={onDone}
    >
      {(field) => (
        <>
          <TextField label={text('profile.name')} {...field('name')} takesFocus />
          <TextField label={text('profile.address')} {...field('baseUrl')} />
        </>
      )}
    </ProfileForm>
  )
}

export function ProfileKeyForm({ profile: { id }, onDone }: FormProps) {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const protection = useSecretProtection()
  return (
    <ProfileForm
      label={text('profile.key')}
      start={{ apiKey: '' }}
      save={(values) => bridge.call('profiles.setKey', { id, ...values })}
      onDone={onDone}
    >
      {(field) => (
        <TextField
          label={text('profile.key')}
          type="password"
          hint={text(`profile.key.will.${protection}`)}
          takesFocus
          {...field('apiKey')}
        />
      )}
    </ProfileForm>
  )
}

const NO_STORAGE = {
  endpoint: '',
  region: 'auto',
  bucket: '',
  linkSeconds: 86_400,
  pathStyle: true,
}
const NO_TEXTS = { accessKeyId: '', secretAccessKey: '' }
const MINUTE = 60
/** As the contract bounds them; S3 signs links for a week at most. */
const LINK_MINUTES = { min: 1, max: 10_080 }

/** For models that take addresses only: an S3-compatible bucket and its two keys. */
export function StorageForm({ profile, onDone }: FormProps) {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const protection = useSecretProtection()
  const hasKeys = profile.storageKeys === 'saved'
  return (
    <ProfileForm
      label={text('storage.title')}
      start={{ ...NO_STORAGE, ...profile.storage, ...NO_TEXTS, prefix: profile.storage?.prefix ?? '' }}
      save={({ accessKeyId, secretAccessKey, ...storage }) =>
        bridge.call('profiles.setStorage', {
          id: profile.id,
          storage: withoutEmpty(storage, ['prefix']),
          ...withoutEmpty({ accessKeyId, secretAccessKey }, ['accessKeyId', 'secretAccessKey']),
        })
      }
      onDone={onDone}
    >
      {(field) => {
        const { value: linkSeconds, onChange: setLinkSeconds, error } = field('linkSeconds')
        const { value: isPathStyle, onChange: setPathStyle } = field('pathStyle')
        return (
          <>
            <p className={parts.quiet}>{text('storage.text')}</p>
            <TextField
              label={text('storage.endpoint')}
              type="url"
              placeholder="https://s3.eu-central-1.amazonaws.com"
              {...field('endpoint')}
              takesFocus
            />
            <TextField
              label={text('storage.region')}
              hint={text('storage.region.hint')}
              {...field('region')}
            />
            <TextField label={text('storage.bucket')} {...field('bucket')} />
            <TextField
              label={text('storage.prefix')}
              hint={text('storage.prefix.hint')}
              {...field('prefix')}
            />
            <NumberField
              label={text('storage.lifetime')}
              hint={text('storage.lifetime.hint')}
              value={Math.round(linkSeconds / MINUTE)}
              {...LINK_MINUTES}
              step={1}
              onChange={(minutes) => setLinkSeconds((minutes ?? LINK_MINUTES.min) * MINUTE)}
              error={error}
            />
            <Switch
              label={text('storage.pathStyle')}
              hint={text('storage.pathStyle.hint')}
              isSelected={isPathStyle}
              onChange={setPathStyle}
            />
            <TextField
              label={text('storage.accessKeyId')}
              hint={text(hasKeys ? 'storage.keys.keep' : `profile.key.will.${protection}`)}
              {...field('accessKeyId')}
            />
            <TextField
              label={text('storage.secretAccessKey')}
              type="password"
              {...field('secretAccessKey')}
            />
          </>
        )
      }}
    </ProfileForm>
  )
}

/** Without those of `optional` that are empty, and the others without spaces around them. */
export function withoutEmpty<Form extends Values, Name extends keyof Form & string>(
  values: Form,
  optional: readonly Name[],
): Omit<Form, Name> & { [Key in Name]?: Form[Key] } {
  const rest: Record<string, string | number | boolean> = { ...values }
  for (const name of optional) {
    const trimmed = String(values[name]).trim()
    if (trimmed === '') delete rest[name]
    else rest[name] = trimmed
  }
  return rest as Omit<Form, Name> & { [Key in Name]?: Form[Key] }
}
