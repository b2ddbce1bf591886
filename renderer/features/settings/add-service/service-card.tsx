/** A service as a card: its name, what it is good for, what it makes. */
import { Button } from 'react-aria-components'
import type { ServiceInfo } from '#contract/services.ts'
import { MEDIA_ICONS } from '../../../bridge/thumb.tsx'
import { classNames } from '../../../ui/class-names.ts'
import parts from '../../../ui/parts.module.css'
import { useWords } from '../../../ui/text.ts'
import styles from './add-service.module.css'

export function ServiceCard({ service, onPress }: { readonly service: ServiceInfo; onPress(): void }) {
  const { text } = useWords()
  const { label, summary, capabilities } = service
  return (
    <Button className={classNames(styles.card)} onPress={onPress}>
      <span className={styles.name}>{label}</span>
      <span className={classNames(parts.quiet, styles.summary)}>{summary}</span>
      <span className={classNames(parts.quiet, styles.facts)}>
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
    </Button>
  )
}
