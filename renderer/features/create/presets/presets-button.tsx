/** Opens the presets, and applies one. */
import { Bookmark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { DialogTrigger } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import { PopoverDialog } from '../../../ui/popover.tsx'
import { useWords } from '../../../ui/text.ts'
import { useCreate } from '../create-context.ts'
import { draftFrom } from './presets.ts'

const PresetsPanel = lazy(async () => ({ default: (await import('./presets-panel.tsx')).PresetsPanel }))

export function PresetsButton() {
  const { text } = useWords()
  const { setMedia, edit } = useCreate().form.getState()
  const [isOpen, setOpen] = useState(false)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button kind="quiet" icon={Bookmark}>
        {text('preset.title')}
      </Button>
      <PopoverDialog title={text('preset.title')}>
        <Suspense fallback={null}>
          <PresetsPanel
            onApply={(preset) => {
              setMedia(preset.mediaType)
              edit(draftFrom(preset))
              setOpen(false)
            }}
          />
        </Suspense>
      </PopoverDialog>
    </DialogTrigger>
  )
}
