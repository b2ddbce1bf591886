/** Everything that is kept under a name, the user's own and what is built in, by its type: what fills the form, and what goes into the prompt. */
import '../../../locales/create.ts'
import { useState } from 'react'
import { Segmented } from '../../../ui/segmented.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { PresetsPanel } from '../presets/presets-panel.tsx'
import { SnippetsPanel, type SnippetsPanelProps } from '../prompt/snippets-panel.tsx'

const TYPES = ['preset', 'snippet'] as const

export type SavedType = (typeof TYPES)[number]

export interface SavedPanelProps extends SnippetsPanelProps {
  /** The one that is open at first. */
  readonly first: SavedType
  /** A preset is in the form now. */
  onApplied(): void
}

export function SavedPanel({ first, selection, onChoose, onApplied }: SavedPanelProps) {
  const { text } = useFormatter()
  const [type, setType] = useState(first)
  return (
    <>
      <Segmented<SavedType>
        label={text('saved.type')}
        value={type}
        onChange={(next) => setType(next)}
        options={TYPES.map((value) => ({ value, label: text(`saved.${value}.title`) }))}
      />
      {type === 'preset' ? (
        <PresetsPanel onApplied={onApplied} />
      ) : (
        <SnippetsPanel selection={selection} onChoose={onChoose} />
      )}
    </>
  )
}
