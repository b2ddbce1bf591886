/** The proxy for requests to services. */
import { useState } from 'react'
import type { Proxy } from '#contract/settings.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { ChoiceField } from '../../ui/segmented.tsx'
import { useWords } from '../../ui/text.ts'
import { useSettings, type SettingsPart } from './use-settings.ts'

const MODES = ['system', 'none', 'custom'] as const

export function NetworkSection() {
  const network = useSettings('network')
  return network.values === null ? null : <ProxyForm {...network} proxy={network.values.proxy} />
}

function ProxyForm({ proxy, change, busy, error }: SettingsPart<'network'> & { readonly proxy: Proxy }) {
  const { text } = useWords()
  const [mode, setMode] = useState(proxy.mode)
  const [address, setAddress] = useState(proxy.mode === 'custom' ? proxy.address : '')
  const isSaved = proxy.mode === 'custom' && proxy.address === address.trim()
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
        error={mode === 'custom' ? null : (error?.message ?? null)}
      />
      {mode === 'custom' && (
        <>
          <TextField
            label={text('settings.proxy.address')}
            hint={text('settings.proxy.address.hint')}
            placeholder="http://proxy.example.com:3128"
            type="url"
            value={address}
            error={error?.message}
            onChange={setAddress}
          />
          <div className={parts.wrap}>
            <Button
              isDisabled={busy || isSaved || address.trim() === ''}
              onPress={() => change({ proxy: { mode: 'custom', address: address.trim() } })}
            >
              {text('action.save')}
            </Button>
          </div>
        </>
      )}
      <p className={parts.quiet}>{text('settings.proxy.local')}</p>
    </div>
  )
}
