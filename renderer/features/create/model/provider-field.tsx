/** Who runs a model that the listing does not know. */
import '../../../locales/create.ts'
import parts from '../../../ui/parts.module.css'
import { SuggestField } from '../../../ui/suggest-field.tsx'
import { useWords } from '../../../ui/text.ts'
import { useForm, useView } from '../create-context.ts'
import type { ChosenModel } from './models-store.ts'

export function ProviderField({ chosen }: { readonly chosen: ChosenModel }) {
  const { text } = useWords()
  const list = useView((view) => view.list)
  const edit = useForm((form) => form.edit)
  const error = useForm((form) => form.partErrors['provider'])
  return (
    <div>
      <SuggestField
        label={text('create.provider')}
        value={chosen.provider}
        onChange={(provider) => edit({ model: { ...chosen, provider, isTyped: true } })}
        suggestions={[...new Set(list?.items.map(({ provider }) => provider))]}
        placeholder=""
        error={error}
        isDisabled={false}
      />
      <p className={parts.quiet}>{text('create.provider.hint')}</p>
    </div>
  )
}
