/** The name under which the results of a press stand together. */
import { TextField } from '../../../ui/field.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useForm, useView } from '../create-context.ts'

export function BatchName() {
  const { text } = useFormatter()
  const batch = useView((view) => view.draft.batch)
  const edit = useForm((form) => form.edit)
  return (
    <TextField
      label={text('batch.name')}
      value={batch.name}
      maxLength={200}
      placeholder={text('batch.name.placeholder')}
      onChange={(name) => edit({ batch: { ...batch, name } })}
    />
  )
}
