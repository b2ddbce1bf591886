/** What a service needs to be used: a key, its address where that is not known, and nothing else. */
import { ExternalLink } from '#renderer/icons.tsx'
import { useState } from 'react'
import { classNames } from '#renderer/ui/class-names.ts'
import parts from '#renderer/ui/parts.module.css'
import type { RenderedResult } from '#contract/errors.ts'
import type { ServiceInfo } from '#contract/services.ts'
import { useHost, useHostState } from '#renderer/bridge/host.tsx'
import { Button } from '#renderer/ui/button.tsx'
import { Disclosure } from '#renderer/ui/disclosure.tsx'
import { TextField } from '#renderer/ui/field.tsx'
import { useFormatter } from '#renderer/ui/text.ts'
import styles from './add-service.module.css'
import { ProfileForm, useSecretProtection, withoutEmpty } from '../profile-forms.tsx'
import { testAndUse } from '../test-and-use.ts'

interface ServiceFormProps {
  readonly service: ServiceInfo
  onBack(): void
  /** null where it was left, or not tested. */
  onDone(message: string | null): void
}

type Field = { readonly value: string; readonly error: string | undefined; onChange(value: string): void }

export function ServiceForm({ service, onBack, onDone }: ServiceFormProps) {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const known = useHostState('profiles', (state) => state.items)
  const { kind, label, summary, publicBaseUrl, usualAddresses = [], capabilities } = service
  const isAddressKnown = publicBaseUrl !== undefined
  const [start] = useState(() => ({
    name: freeName(label, known),
    baseUrl: isAddressKnown ? '' : (usualAddresses[0] ?? ''),
    apiKey: '',
  }))
  type Values = typeof start
  const asked = (values: Values) => ({
    kind,
    ...withoutEmpty({ ...values, name: values.name.trim() || start.name }, ['apiKey', 'baseUrl']),
    // An address that is asked for and left empty is told so by the host.
    ...(isAddressKnown || values.baseUrl.trim() !== '' ? {} : { baseUrl: '' }),
  })
  return (
    <div className={parts.form}>
      <div className={parts.ends}>
        <h3>{label}</h3>
        <Button kind="quiet" onPress={onBack}>
          {text('service.others')}
        </Button>
      </div>
      <p className={parts.quiet}>{summary.text}</p>
      <ProfileForm
        label={text('service.add', { name: label })}
        confirm={text('settings.profiles.testAndUse')}
        start={start}
        save={(values): Promise<RenderedResult<{ name: string; models: number }>> =>
          testAndUse(bridge, asked(values), capabilities.key)
        }
        other={{
          label: text('settings.profiles.create'),
          save: (values) => bridge.call('profiles.create', asked(values)),
        }}
        onDone={(used) => onDone(used === undefined ? null : text('settings.profiles.used', { ...used }))}
      >
        {(field) => (
          <>
            {!isAddressKnown && (
              <AddressField field={field('baseUrl')} example={usualAddresses[0]} takesFocus />
            )}
            {capabilities.key === 'required' && (
              <KeyField service={service} field={field('apiKey')} takesFocus={isAddressKnown} />
            )}
            <OtherFields
              service={service}
              name={field('name')}
              apiKey={capabilities.key === 'optional' ? field('apiKey') : null}
              address={isAddressKnown ? field('baseUrl') : null}
            />
          </>
        )}
      </ProfileForm>
    </div>
  )
}

interface KeyFieldProps {
  readonly service: ServiceInfo
  readonly field: Field
  readonly takesFocus: boolean
}

function KeyField({ service: { keyPage, keyHint, capabilities }, field, takesFocus }: KeyFieldProps) {
  const { text, sentences } = useFormatter()
  const protection = useSecretProtection()
  const hints = [
    keyHint !== undefined && text('service.key.looks', { hint: keyHint.text }),
    capabilities.key === 'optional' && text('service.key.optional'),
    text(`profile.key.will.${protection}`),
  ]
  return (
    <div className={parts.stack}>
      <TextField
        label={text('profile.key')}
        type="password"
        hint={sentences(hints)}
        takesFocus={takesFocus}
        {...field}
      />
      {keyPage !== undefined && (
        <a className={styles.keyPage} href={keyPage} target="_blank" rel="noreferrer">
          {text('service.key.page', { host: new URL(keyPage).host })}
          <ExternalLink size={14} strokeWidth={1.75} aria-hidden />
        </a>
      )}
    </div>
  )
}

interface AddressFieldProps {
  readonly field: Field
  readonly example: string | undefined
  readonly takesFocus?: boolean
}

function AddressField({ field, example, takesFocus = false }: AddressFieldProps) {
  const { text } = useFormatter()
  return (
    <TextField
      label={text('profile.address')}
      placeholder={example ?? 'https://api.example.com'}
      takesFocus={takesFocus}
      {...field}
    />
  )
}

interface OtherFieldsProps {
  readonly service: ServiceInfo
  readonly name: Field
  /** null where the address stands above. */
  readonly address: Field | null
  /** null where the key stands above, or there is none. */
  readonly apiKey: Field | null
}

/** What is seldom wanted: another name, and the address of a proxy in front of the service. */
function OtherFields({ service, name, address, apiKey }: OtherFieldsProps) {
  const { text } = useFormatter()
  const [isOpen, setOpen] = useState(false)
  // An error of the service's own address has nothing to be corrected there.
  const isWrong =
    apiKey?.error !== undefined ||
    name.error !== undefined ||
    (address?.error !== undefined && address.value !== '')
  return (
    <>
      {address?.error !== undefined && !isWrong && !isOpen && (
        <p className={parts.problem} role="alert">
          {address.error}
        </p>
      )}
      <Disclosure
        title={text(
          address !== null
            ? 'service.otherAddress'
            : apiKey === null
              ? 'service.otherName'
              : 'service.otherKey',
        )}
        isOpen={isOpen || isWrong}
        onOpen={setOpen}
      >
        <div className={classNames(parts.form, styles.others)}>
          {address !== null && <AddressField field={address} example={service.publicBaseUrl} />}
          {apiKey !== null && <KeyField service={service} field={apiKey} takesFocus={false} />}
          <TextField label={text('profile.name')} {...name} />
        </div>
      </Disclosure>
    </>
  )
}

/** A name that no profile has yet: "Replicate", "Replicate 2". */
export function freeName(label: string, profiles: readonly { readonly name: string }[]): string {
  const isTaken = (name: string): boolean => profiles.some((profile) => profile.name === name)
  let name = label
  for (let number = 2; isTaken(name); number += 1) name = `${label} ${number}`
  return name
}
