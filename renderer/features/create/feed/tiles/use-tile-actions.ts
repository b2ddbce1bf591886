/** What can be done with a result: from its menu, from the bar over it and with keys. */
import type { Asset } from '#contract/library.ts'
import { useHost } from '../../../../bridge/host.tsx'
import { saveAsset } from '#renderer/bridge/use-save-file.ts'
import { useCopyText } from '#renderer/ui/copy-button.tsx'
import type { MenuChoice } from '../../../../ui/menu.tsx'
import { inputScenes } from '../../../../ui/scenes.ts'
import { useFormatter } from '../../../../ui/text.ts'
import { useCreate } from '../../create-context.ts'
import { useVary } from '../../reuse/use-vary.ts'
import { VARIATIONS } from '../../../../ui/vary-button.tsx'

export interface TileAction extends MenuChoice<string> {
  run(): void
}

const STARS = [1, 2, 3, 4, 5]

/** The actions of an asset, made when they are asked for: a feed holds hundreds of results. */
export function useTileActions(name: string, onTrash: () => void): (asset: Asset) => readonly TileAction[] {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const { reuse, changes, marked, onOpenAsset, onCompare } = useCreate()
  const copyText = useCopyText()
  const sendVariations = useVary()

  async function save(id: string): Promise<void> {
    const response = await saveAsset(bridge, id, text('feed.save.missing'))
    if (!response.ok) changes.fail(response.error)
  }
  /** Two of them are chosen one after the other. */
  function compare(assetId: string): void {
    const first = marked.getState()
    marked.setState(first === null ? { assetId, name } : null, true)
    if (first !== null && first.assetId !== assetId) onCompare([first.assetId, assetId])
  }
  return (asset) => {
    const { id, kind, favorite, rating, prompt = '' } = asset
    const { remix, vary, startFrom } = reuse.getState()
    const first = marked.getState()?.assetId
    const second = first === undefined ? 'other' : first === id ? 'none' : 'marked'
    const copy = { id: 'copy', label: text('action.copyPrompt'), run: () => void copyText(prompt) }
    return [
      { id: 'open', label: text('gallery.menu.open'), shortcut: 'Enter', run: () => onOpenAsset(id) },
      { id: 'remix', label: text('viewer.remix'), run: () => void remix({ asset }) },
      {
        id: 'vary',
        label: text('reuse.vary.send', { requests: VARIATIONS }),
        run: () => void sendVariations({ asset }),
      },
      { id: 'adjust', label: text('reuse.vary.adjust'), run: () => void vary({ asset }) },
      ...inputScenes([kind]).map((scene) => ({
        id: `input:${scene}`,
        label: text('gallery.menu.input', { scene: text(`reuse.into.${scene}`) }),
        run: () => void startFrom([asset], scene),
      })),
      { id: 'compare', label: text(`feed.compare.${second}`), shortcut: 'V', run: () => compare(id) },
      ...(prompt === '' ? [] : [copy]),
      {
        id: 'favorite',
        label: text(favorite ? 'feed.tile.unfavorite' : 'gallery.favorite'),
        shortcut: 'F',
        run: () => void changes.favorite([id], !favorite),
      },
      { id: 'save', label: text('feed.tile.save'), run: () => void save(id) },
      {
        id: 'trash',
        label: text('gallery.toTrash'),
        shortcut: 'Delete',
        run: () => {
          onTrash()
          void changes.move('trash', [id])
        },
      },
      ...STARS.map((star) => ({
        id: `rate:${star}`,
        label: text(star === rating ? 'feed.tile.unrate' : 'viewer.rate', { star }),
        shortcut: String(star),
        run: () => void changes.rate([id], star === rating ? 0 : star),
      })),
    ]
  }
}
