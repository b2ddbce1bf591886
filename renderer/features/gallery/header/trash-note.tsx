/** In the trash: how long items are kept, and a button to empty it. */
import { Button } from '../../../ui/button.tsx'
import { useWords } from '../../../ui/text.ts'
import type { Ask } from '../ask.ts'
import { useListing } from '../use-gallery.ts'
import styles from './gallery-header.module.css'

export function TrashNote({ onAsk }: { onAsk(ask: Ask): void }) {
  const { text } = useWords()
  const isTrash = useListing(({ filter }) => filter.trashed === true)
  const isEmpty = useListing(({ order }) => order.count === 0)
  if (!isTrash || isEmpty) return null
  return (
    <div className={styles.chips}>
      <p className={styles.saved}>{text('gallery.trash.kept')}</p>
      <Button kind="quiet" onPress={() => onAsk({ what: 'emptyTrash' })}>
        {text('gallery.trash.clear')}
      </Button>
    </div>
  )
}
