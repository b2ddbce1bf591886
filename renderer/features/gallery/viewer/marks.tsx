/** The rating of an asset and whether it is a favourite, both changed by a press. */
import { Heart, Star } from '#renderer/icons.tsx'
import { Group, ToggleButton } from 'react-aria-components'
import type { Asset } from '#contract/library.ts'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useFormatter } from '../../../ui/text.ts'
import { useGallery } from '../gallery.ts'
import styles from './inspector.module.css'
import u from '#renderer/ui/utilities.module.css'

const STARS = [1, 2, 3, 4, 5]

export function Marks({ asset: { id, rating, favorite } }: { readonly asset: Asset }) {
  const { text } = useFormatter()
  const { changes } = useGallery()
  return (
    <>
      <Group aria-label={text('viewer.rating', { value: rating })} className={classNames(styles.stars)}>
        {STARS.map((star) => (
          <ToggleButton
            key={star}
            aria-label={text('viewer.rate', { star })}
            isSelected={star === rating}
            onChange={() => void changes.rate([id], star === rating ? 0 : star)}
            className={classNames(u.centered, u.pad0, u.unframed, u.corner, u.clear, u.quiet, styles.star)}
          >
            <Star size={18} strokeWidth={1.75} aria-hidden fill={star <= rating ? 'currentColor' : 'none'} />
          </ToggleButton>
        ))}
      </Group>
      <IconButton
        icon={Heart}
        label={text('gallery.favorite')}
        shortcut="F"
        isOn={favorite}
        onPress={() => void changes.favorite([id], !favorite)}
      />
    </>
  )
}
