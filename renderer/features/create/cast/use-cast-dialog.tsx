/** Opens the cast from the form, which stays as it is behind it. */
import { lazy } from 'react'
import { useDialog } from '../../../ui/dialog.tsx'
import type { DraggedAssets } from '../inputs/dropped-items.ts'
import type { CastStore } from './cast-store.ts'
import type { FirstMember } from './edited-member.ts'
import { withMessages } from '../../../locales/messages.ts'

const CastDialog = lazy(async () => ({
  default: (await withMessages(import('./cast-dialog.tsx'))).CastDialog,
}))

export function useCastDialog(cast: CastStore, dragged: DraggedAssets): (first?: FirstMember) => void {
  const open = useDialog()
  return (first) =>
    open((close) => <CastDialog cast={cast} dragged={dragged} first={first} onClose={close} />)
}
