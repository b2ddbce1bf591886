/** Adding a service: a choice of cards, then one form; what was found on this computer stands on top. */
import '../../../locales/settings.ts'
import { useEffect, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import parts from '#renderer/ui/parts.module.css'
import type { ServiceInfo } from '#contract/services.ts'
import { useHostState } from '#renderer/bridge/host.tsx'
import { Button } from '#renderer/ui/button.tsx'
import { Problem } from '#renderer/ui/problem.tsx'
import { useFormatter } from '#renderer/ui/text.ts'
import { MEDIA_ICONS } from '#renderer/bridge/thumb.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import styles from './add-service.module.css'
import { FoundServices } from './found-services.tsx'
import { ServiceForm } from './service-form.tsx'
import u from '#renderer/ui/utilities.module.css'

interface AddServiceProps {
  /** `words` say what came of it; null where nothing was added, or nothing tested. */
  onDone(message: string | null): void
}

export function AddService({ onDone }: AddServiceProps) {
  const { text } = useFormatter()
  const services = useHostState('services', (state) => state.items)
  const error = useHostState('services', (state) => state.error)
  const [chosen, setChosen] = useState<ServiceInfo | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  // Whoever has just opened the cards, or gone back to them, is at their beginning.
  useEffect(() => {
    if (chosen === null) title.current?.focus()
  }, [chosen])
  const choice = (
    <section className={parts.form} aria-labelledby="add-service">
      <h3 id="add-service" ref={title} tabIndex={-1} className={styles.title}>
        {text('service.choose')}
      </h3>
      <Problem message={error?.message} />
      <FoundServices services={services} onDone={onDone} />
      <ul className={classNames(u.grid, u.gap8, styles.cards)}>
        {services.map((service) => (
          <li key={service.kind}>
            <ServiceCard service={service} onPress={() => setChosen(service)} />
          </li>
        ))}
      </ul>
      <div className={parts.wrap}>
        <Button kind="quiet" onPress={() => onDone(null)}>
          {text('action.cancel')}
        </Button>
      </div>
    </section>
  )
  return (
    <div
      role="presentation"
      className={parts.contents}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onDone(null)
      }}
    >
      {chosen === null ? (
        choice
      ) : (
        <ServiceForm key={chosen.kind} service={chosen} onBack={() => setChosen(null)} onDone={onDone} />
      )}
    </div>
  )
}

/** A service as a card: its name, what it is good for, what it makes. */
export function ServiceCard({ service, onPress }: { readonly service: ServiceInfo; onPress(): void }) {
  const { text } = useFormatter()
  const { label, summary, capabilities } = service
  return (
    <AriaButton className={classNames(styles.card)} onPress={onPress}>
      <span className={classNames(u.strong, u.sizeText, u.bold)}>{label}</span>
      <span className={classNames(parts.quiet, u.grow)}>{summary.text}</span>
      <span className={classNames(parts.quiet, u.flex, u.wrap, styles.facts)}>
        {capabilities.mediaTypes.map((mediaType) => {
          const Icon = MEDIA_ICONS[mediaType]
          return (
            <span key={mediaType} className={styles.fact}>
              <Icon size={14} strokeWidth={1.75} aria-hidden />
              {text(`media.${mediaType}`)}
            </span>
          )
        })}
        {capabilities.isFree && <span className={styles.fact}>{text('service.free')}</span>}
      </span>
    </AriaButton>
  )
}
