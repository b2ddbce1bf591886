/** The grid's shape while the first page is on its way. */
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useDelayed } from '../../../ui/use-delayed.ts'
import styles from './gallery-grid.module.css'

const WIDTHS = [200, 300, 150, 266, 200, 200, 356, 150, 200, 266, 300, 200, 150, 200, 356]

export function GridSkeleton() {
  const shown = useDelayed(true)
  if (!shown) return null
  return (
    <div className={styles.skeletons}>
      {WIDTHS.map((width, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list never changes
        <Skeleton key={index} width={width} height={200} />
      ))}
    </div>
  )
}
