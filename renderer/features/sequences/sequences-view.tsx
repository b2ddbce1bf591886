/** Sequences: the list of them, or the one that is open. */
import '../../locales/sequences.ts'
import { DialogPlace } from '../../ui/dialog.tsx'
import { OpenSequenceView } from './open-sequence.tsx'
import type { SequenceUses } from './sequence-context.ts'
import { SequenceList } from './sequence-list.tsx'

export interface SequencesViewProps {
  /** Null shows the list. */
  readonly openId: string | null
  readonly uses: SequenceUses
  onOpen(id: string): void
  onClose(): void
}

export function SequencesView({ openId, uses, onOpen, onClose }: SequencesViewProps) {
  return (
    <DialogPlace>
      {openId === null ? (
        <SequenceList onOpen={onOpen} />
      ) : (
        <OpenSequenceView key={openId} id={openId} uses={uses} onClose={onClose} />
      )}
    </DialogPlace>
  )
}
