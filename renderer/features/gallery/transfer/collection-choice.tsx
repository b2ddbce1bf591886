/** Into which collection files are brought; nothing where there are no collections. */
import { useHostState } from '../../../bridge/host.tsx'
import { collectionTree, flatten } from '../../../bridge/stores/library-lists.ts'
import { Select } from '../../../ui/field.tsx'
import { useFormatter } from '../../../ui/text.ts'

/** In place of a collection's id. */
export const NO_COLLECTION = ''

export function CollectionChoice({
  value,
  onChange,
}: {
  readonly value: string
  onChange(id: string): void
}) {
  const { text } = useFormatter()
  const collections = useHostState('collections', ({ items }) => items)
  if (collections.length === 0) return null
  const choices = flatten(collectionTree(collections)).map(({ collection: { id, name } }) => ({
    value: id,
    label: name,
  }))
  return (
    <Select
      label={text('gallery.import.into')}
      value={value}
      onChange={onChange}
      options={[{ value: NO_COLLECTION, label: text('gallery.import.into.none') }, ...choices]}
    />
  )
}
