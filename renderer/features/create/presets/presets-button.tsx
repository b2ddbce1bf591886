/** Opens the presets, and applies one. */
import { Bookmark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { DialogTrigger } from 'react-aria-components'
import type { Preset } from '#contract/prompts.ts'
import { Button } from '../../../ui/button.tsx'
import { PopoverDialog } from '../../../ui/popover.tsx'
import { useWords } from '../../../ui/text.ts'
import type { CreateFormStore } from '../form-store.ts'
import type { Prompting } from '../prompt/prompting.ts'
import { draftFrom } from './presets.ts'

const PresetsPanel = lazy(async () => ({ default: (await import('./presets-panel.tsx')).PresetsPanel }))

export interface PresetsButtonProps {
  readonly form: CreateFormStore
  readonly prompting: Prompting
}

export function PresetsButton({ form, prompting }: PresetsButtonProps) {
  const { text } = useWords()
  const [isOpen, setOpen] = useState(false)

  function apply(preset: Preset): void {
    const { setMedia, edit } = form.getState()
    setMedia(preset.mediaType)
    edit(draftFrom(preset))
    setOpen(false)
  }
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button kind="quiet" icon={Bookmark}>
        {text('preset.title')}
      </Button>
      <PopoverDialog title={text('preset.title')}>
        <Suspense fallback={null}>
          <PresetsPanel form={form} prompting={prompting} onApply={apply} />
        </Suspense>
      </PopoverDialog>
    </DialogTrigger>
  )
}
