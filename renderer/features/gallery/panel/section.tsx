/** A section of the side panel that can be folded. */
import { ChevronRight } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { classNames } from '../../../ui/class-names.ts'
import { useGallery, useDisplay } from '../use-gallery.ts'
import styles from './panel.module.css'

export interface SectionProps {
  /** The name under which the folded state is saved. */
  readonly name: string
  readonly title: string
  /** Beside the heading. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

export function Section({ name, title, action, children }: SectionProps) {
  const { display } = useGallery()
  const isFolded = useDisplay(({ folded }) => folded.includes(name))
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id} className={styles.sectionTitle}>
          <Button
            className={classNames(styles.fold)}
            aria-expanded={!isFolded}
            onPress={() => display.getState().toggleSection(name)}
          >
            <ChevronRight
              size={14}
              aria-hidden
              className={classNames(styles.arrow, !isFolded && styles.open)}
            />
            {title}
          </Button>
        </h2>
        {action}
      </div>
      {!isFolded && children}
    </section>
  )
}
