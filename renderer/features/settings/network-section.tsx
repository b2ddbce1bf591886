/** The proxy for requests to services, and who it is told that asks. */
import { useState } from 'react'
import type { Proxy } from '#contract/settings.ts'
import { takeApartProxy } from '#contract/rules/proxy-address.ts'
import { useHost } from '../../bridge/host.tsx'
import { useQuery, useCall } from '../../bridge/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { ChoiceField } from '../../ui/segmented.tsx'
import { useFormatter } from '../../ui/text.ts'
import { useSecretProtection } from './profile-forms.tsx'
import { useSettings, type SettingsPart } from './use-settings.ts'

const MODES = ['system', 'none', 'custom'] as const

export function NetworkSection() {
  const network = useSettings('network')
  return network.values === null ? null : <ProxyChoice {...network} proxy={network.values.proxy} />
}

function ProxyChoice({ proxy, change, error }: SettingsPart<'network'> & { readonly proxy: Proxy }) {
  const { text } = useFormatter()
  const [mode, setMode] = useState(proxy.mode)
  const choose = (next: Proxy['mode']): void => {
    setMode(next)
    // A custom proxy applies once its address is saved.
    if (next !== 'custom') change({ proxy: { mode: next } })
  }
  return (
    <div className={parts.sections}>
      <ChoiceField
        label={text('settings.proxy')}
        value={mode}
        onChange={choose}
        options={MODES.map((name) => ({ value: name, label: text(`settings.proxy.${name}`) }))}
        error={error?.message ?? null}
      />
      {mode === 'custom' && <ProxyForm saved={proxy.mode === 'custom' ? proxy.address : ''} />}
      <p className={parts.quiet}>{text('settings.proxy.local')}</p>
    </div>
  )
}

const NOBODY = { user: '', password: '' }

/** `saved` is the address that applies; empty where another kind of proxy does. */
function ProxyForm({ saved }: { readonly saved: string }) {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const protection = useSecretProtection()
  const { run, busy, error } = useCall()
  const { data, reload } = useQuery('settings.proxySignIn', {}, ({ name }) => name === 'settings.changed')
  const [address, setAddress] = useState(saved)
  const [signIn, setSignIn] = useState(NOBODY)
  const hasSignIn = saved !== '' && data?.state === 'saved'
  const isGiven = signIn.user !== '' || signIn.password !== ''
  const isSaved = saved === address.trim() && !isGiven
  const wrong = error?.field?.split('.').at(-1) ?? ''
  const problemAt = (name: string) => (wrong === name ? error?.message : undefined)
  const type = (typed: string): void => {
    const pasted = takeApartProxy(typed)
    setAddress(pasted?.address ?? typed)
    if (pasted) setSignIn({ user: pasted.user, password: pasted.password })
  }
  const save = async (given: typeof NOBODY | null | undefined): Promise<void> => {
    const asked = bridge.call('settings.setProxy', { address: address.trim(), signIn: given })
    if ((await run(asked)) === null) return
    setSignIn(NOBODY)
    reload()
  }
  return (
    <Form label={text('settings.proxy')} onSubmit={() => void save(isGiven ? signIn : undefined)}>
      <TextField
        label={text('settings.proxy.address')}
        placeholder="http://proxy.example.com:3128"
        type="url"
        value={address}
        error={problemAt('address')}
        onChange={type}
      />
      <TextField
        label={text('settings.proxy.user')}
        hint={text('settings.proxy.user.hint')}
        value={signIn.user}
        error={problemAt('user')}
        onChange={(user) => setSignIn({ ...signIn, user })}
      />
      <TextField
        label={text('settings.proxy.password')}
        hint={text(hasSignIn ? `settings.proxy.saved.${protection}` : `profile.key.will.${protection}`)}
        type="password"
        value={signIn.password}
        error={problemAt('password')}
        onChange={(password) => setSignIn({ ...signIn, password })}
      />
      {!['address', 'user', 'password'].includes(wrong) && <Problem message={error?.message} />}
      <div className={parts.wrap}>
        <Button type="submit" isPending={busy} isDisabled={isSaved || address.trim() === ''}>
          {text('action.save')}
        </Button>
        {hasSignIn && (
          <Button kind="quiet" isDisabled={busy} onPress={() => void save(null)}>
            {text('settings.proxy.remove')}
          </Button>
        )}
      </div>
    </Form>
  )
}
