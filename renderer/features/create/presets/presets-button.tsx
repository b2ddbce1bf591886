/** Opens the presets, and applies one. */
import { Bookmark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components'
import type { Preset } from '#contract/create.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useWords } from '../../../ui/text.ts'
import type { CreateFormStore } from '../form-store.ts'
import styles from '../prompt/popover.module.css'
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
      <Popover className={classNames(styles.popover)} placement="bottom end" offset={4}>
        <Dialog className={classNames(styles.dialog)}>
          <Heading slot="title" className={classNames(styles.title)}>
            {text('preset.title')}
          </Heading>
          <Suspense fallback={null}>
            <PresetsPanel form={form} prompting={prompting} onApply={apply} />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
