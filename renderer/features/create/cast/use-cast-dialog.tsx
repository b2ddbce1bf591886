/** Opens the cast from the form, which stays as it is behind it. */
import { useDialog } from '../../../ui/dialog.tsx'
import type { DraggedAssets } from '../inputs/dropped-items.ts'
import type { CastStore } from './cast-store.ts'
import type { FirstMember } from './edited-member.ts'
import { lazyPart } from '../../../locales/lazy-part.ts'

const CastDialog = lazyPart(
  () => import('./cast-dialog.tsx'),
  (part) => part.CastDialog,
)

export function useCastDialog(cast: CastStore, dragged: DraggedAssets): (first?: FirstMember) => void {
  const open = useDialog()
  return (first) =>
    open((close) => <CastDialog cast={cast} dragged={dragged} first={first} onClose={close} />)
}
