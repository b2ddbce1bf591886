/** The proxy for requests to services. */
import { useState } from 'react'
import type { Proxy } from '#contract/settings.ts'
import { useHost, useHostState } from '../../bridge/host.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldFrame, TextField } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './section.module.css'
import { useCall } from './use-call.ts'

const MODES = ['system', 'none', 'custom'] as const

export function NetworkSection() {
  const proxy = useHostState('settings', (state) => state.settings?.network.proxy ?? null)
  return proxy === null ? null : <ProxyForm proxy={proxy} />
}

function ProxyForm({ proxy }: { readonly proxy: Proxy }) {
  const { text } = useWords()
  const { settings } = useHost()
  const { run, busy, error } = useCall()
  const [mode, setMode] = useState(proxy.mode)
  const [address, setAddress] = useState(proxy.mode === 'custom' ? proxy.address : '')
  const isSaved = proxy.mode === 'custom' && proxy.address === address.trim()
  const set = (next: Proxy): void => void run(settings.getState().change({ network: { proxy: next } }))
  const choose = (next: Proxy['mode']): void => {
    setMode(next)
    // A custom proxy applies once its address is saved.
    if (next !== 'custom') set({ mode: next })
  }
  return (
    <div className={styles.stack}>
      <FieldFrame label={text('settings.proxy')} error={mode === 'custom' ? null : (error?.message ?? null)}>
        <Segmented
          label={text('settings.proxy')}
          value={mode}
          onChange={choose}
          options={MODES.map((name) => ({ value: name, label: text(`settings.proxy.${name}`) }))}
        />
      </FieldFrame>
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
          <div className={styles.row}>
            <Button
              isDisabled={busy || isSaved || address.trim() === ''}
              onPress={() => set({ mode: 'custom', address: address.trim() })}
            >
              {text('action.save')}
            </Button>
          </div>
        </>
      )}
      <p className={styles.quiet}>{text('settings.proxy.local')}</p>
    </div>
  )
}
