/** What a shot shows, in the shape that most videos have; a sign of its own where there is nothing yet. */
import type { ReactNode } from 'react'
import { Thumb } from '../../bridge/thumb.tsx'
import { classNames } from '../../ui/class-names.ts'
import u from '../../ui/utilities.module.css'
import styles from './picture.module.css'
import type { Clip } from './timeline.ts'

interface PictureProps {
  readonly clip: (Pick<Clip, 'assetId'> & { readonly kind: Parameters<typeof Thumb>[0]['kind'] }) | undefined
  /** How wide it is. */
  readonly className?: string | undefined
  /** Stands over it. */
  readonly children?: ReactNode
}

export function Picture({ clip, className, children }: PictureProps) {
  return (
    <span
      className={classNames(
        u.centered,
        u.relative,
        u.clip,
        u.corner4,
        u.well,
        u.quiet,
        styles.picture,
        className,
      )}
    >
      {clip !== undefined && <Thumb id={clip.assetId} kind={clip.kind} name="" className={styles.image} />}
      {children}
    </span>
  )
}
