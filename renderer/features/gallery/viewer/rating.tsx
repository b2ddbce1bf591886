/** Zero to five stars. A press on the current rating removes it. */
import { Star } from 'lucide-react'
import { Group, ToggleButton } from 'react-aria-components'
import { classNames } from '../../../ui/class-names.ts'
import { useWords } from '../../../ui/text.ts'
import styles from './inspector.module.css'

const STARS = [1, 2, 3, 4, 5]

export function Rating({ value, onChange }: { readonly value: number; onChange(value: number): void }) {
  const { text } = useWords()
  return (
    <Group aria-label={text('viewer.rating', { value })} className={classNames(styles.stars)}>
      {STARS.map((star) => (
        <ToggleButton
          key={star}
          aria-label={text('viewer.rate', { star })}
          isSelected={star === value}
          onChange={() => onChange(star === value ? 0 : star)}
          className={classNames(styles.star)}
        >
          <Star size={18} strokeWidth={1.75} aria-hidden fill={star <= value ? 'currentColor' : 'none'} />
        </ToggleButton>
      ))}
    </Group>
  )
}
