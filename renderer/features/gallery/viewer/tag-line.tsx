/** The tags of an asset, and the dialog that changes them. */
import { Tag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Asset } from '#contract/library.ts'
import { Button } from '../../../ui/button.tsx'
import { useWords } from '../../../ui/text.ts'
import styles from './inspector.module.css'

const TagDialog = lazy(async () => ({ default: (await import('../dialogs/tag-dialog.tsx')).TagDialog }))

export function TagLine({ asset }: { readonly asset: Asset }) {
  const { text } = useWords()
  const [isEditing, setEditing] = useState(false)
  const [ids] = useState([asset.id])
  return (
    <div className={styles.tags}>
      {asset.tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag}
        </span>
      ))}
      <Button kind="quiet" icon={Tag} onPress={() => setEditing(true)}>
        {text(asset.tags.length === 0 ? 'gallery.tags.first' : 'gallery.tags.edit')}
      </Button>
      <Suspense fallback={null}>
        {isEditing && <TagDialog ids={ids} onClose={() => setEditing(false)} />}
      </Suspense>
    </div>
  )
}
