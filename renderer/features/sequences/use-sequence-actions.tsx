/** What is done with the open sequence as a whole. */
import { useHost } from '../../bridge/host.tsx'
import { useDialog } from '../../ui/dialog.tsx'
import { useFormatter } from '../../ui/text.ts'
import { AssetPicker } from './asset-picker.tsx'
import { inserted, partsOf } from './edits.ts'
import { PasteDialog } from './paste-dialog.tsx'
import { useOpenSequence } from './sequence-context.ts'
import { shotsOfAssets, shotsOfLines } from './start.ts'

export function useSequenceActions() {
  const { text } = useFormatter()
  const { assets } = useHost()
  const { session, uses, chosen } = useOpenSequence()
  const open = useDialog()

  const paste = (): void =>
    open((close) => (
      <PasteDialog
        count={session.store.getState().value.shots.length}
        onClose={close}
        onLines={async (lines) => {
          // As the shot before them, where there is one.
          const last = partsOf(session.store.getState().value).at(-1)
          const first = last ?? (await uses.firstModel('video'))
          if (first === null) return false
          session.edit(inserted(shotsOfLines(lines, first, last?.options), null))
          return true
        }}
      />
    ))
  async function take(assetId: string): Promise<void> {
    const found = await assets.read([assetId])
    if (!found.ok) return
    const { shots } = shotsOfAssets(found.data, await uses.firstModel('video'))
    session.edit(inserted(shots, chosen.getState()))
    chosen.setState(shots[0]?.id ?? null, true)
  }
  const items = [
    { id: 'paste', label: text('sequence.paste.menu'), run: paste },
    {
      id: 'pick',
      label: text('sequence.pick.menu'),
      run: () =>
        open((close) => <AssetPicker kind="shots" onClose={close} onChoose={(id) => void take(id)} />),
    },
  ]
  return { items, paste }
}
