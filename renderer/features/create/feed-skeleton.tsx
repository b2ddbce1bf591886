/** The shape of the results while they are loaded: what comes takes its place. */
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './create.module.css'

export function FeedSkeleton() {
  return (
    <div className={styles.wall}>
      {[0, 1].map((row) => (
        <div key={row}>
          <Skeleton width="30%" height={16} />
          <div className={styles.places}>
            {[0, 1, 2].map((place) => (
              <Skeleton key={place} width="100%" height={180} />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
