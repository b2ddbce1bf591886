/** The four media of Create. */
import { memo } from 'react'
import type { MediaType } from '#contract/rules/media.ts'
import { MEDIA } from '../../ui/scenes.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { useWords } from '../../ui/text.ts'

export interface MediumChoiceProps {
  readonly media: MediaType
  onChange(media: MediaType): void
}

/** Not drawn again for a key in the prompt. */
export const MediumChoice = memo(function MediumChoice({ media, onChange }: MediumChoiceProps) {
  const { text } = useWords()
  return (
    <Segmented
      label={text('create.media')}
      value={media}
      onChange={onChange}
      options={MEDIA.map((name) => ({ value: name, label: text(`media.${name}`) }))}
    />
  )
})
