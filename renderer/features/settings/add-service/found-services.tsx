/** Services that answer on this computer, each used with one press. */
import { useState } from 'react'
import type { FoundService, ServiceInfo } from '#contract/services.ts'
import { useHost, useHostState } from '../../../bridge/host.tsx'
import { useQuery, useCall } from '../../../bridge/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { testAndUse } from '../test-and-use.ts'
import styles from './add-service.module.css'
import { freeName } from './service-form.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

interface FoundServicesProps {
  readonly services: readonly ServiceInfo[]
  onDone(message: string): void
}

export function FoundServices({ services, onDone }: FoundServicesProps) {
  const { text } = useFormatter()
  const { bridge, profiles } = useHost()
  const known = useHostState('profiles', (state) => state.items)
  const { data } = useQuery('services.find', {})
  const { run, busy, error } = useCall()
  const [tried, setTried] = useState('')
  const found = (data?.items ?? []).flatMap((one) => {
    const service = services.find(({ kind }) => kind === one.kind)
    const isUsed = known.some(({ kind, baseUrl }) => kind === one.kind && baseUrl === one.baseUrl)
    return service === undefined || isUsed ? [] : [{ ...one, service }]
  })
  async function use(one: FoundService, { label, capabilities }: ServiceInfo): Promise<void> {
    setTried(one.baseUrl)
    const name = freeName(label, known)
    const added = testAndUse(bridge, { kind: one.kind, name, baseUrl: one.baseUrl }, capabilities.key)
    const used = await run(added)
    if (used === null) return
    await profiles.load()
    onDone(text('settings.profiles.used', { ...used }))
  }
  if (found.length === 0) return null
  return (
    <section className={parts.stack} aria-label={text('service.found')}>
      <p className={parts.quiet}>{text('service.found')}</p>
      <ul className={styles.found}>
        {found.map(({ service, ...one }) => (
          <li key={one.baseUrl} className={classNames(u.grid, u.alignCenter, styles.foundItem)}>
            <span className={parts.stack}>
              <span className={classNames(u.strong, u.sizeText, u.bold)}>{service.label}</span>
              <span className={parts.quiet}>
                {one.says.text} · {one.baseUrl}
              </span>
            </span>
            <Button
              isPending={busy && tried === one.baseUrl}
              aria-label={text('service.use', { name: service.label, address: one.baseUrl })}
              onPress={() => void use(one, service)}
            >
              {text('service.use.short')}
            </Button>
            {tried === one.baseUrl && <Problem message={error?.message} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
