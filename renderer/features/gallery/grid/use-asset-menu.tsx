/** The menu of a cell, about everything that is selected with it: the same actions as in the bar and in the viewer. */
import type { MouseEvent, ReactNode } from 'react'
import type { Asset } from '#contract/library.ts'
import { useContextMenu } from '../../../ui/menu.tsx'
import { inputScenes, type InputScene } from '../../../ui/scenes.ts'
import { useFormatter } from '../../../ui/text.ts'
import { VARIATIONS } from '../../../ui/vary-button.tsx'
import { useAssetActions } from '../actions.tsx'
import { useGallery, type AssetUses } from '../gallery.ts'
import { hasRequest } from '../origin.ts'
import { canBeShots, kindAt } from '../order.ts'
import { countOf, valuesOf } from '../ranges.ts'
import { isSelected } from '../selection.ts'
import { MAX_REQUEST_INPUTS } from '#contract/rules/media.ts'

export interface AssetMenuTargets extends AssetUses {
  onOpen(assetId: string): void
}

export function useAssetMenu(targets: AssetMenuTargets): {
  readonly menu: ReactNode
  /** For the cell at this place of the order, which is selected first where it is not. */
  openAt(event: MouseEvent, index: number): void
} {
  const { text } = useFormatter()
  const { listing } = useGallery()
  const { actions, ids, run } = useAssetActions()
  const usesOf = useUses(targets)
  const { menu, open } = useContextMenu<string>()
  return {
    menu,
    openAt(event, index) {
      if (!isSelected(listing.getState().selection, index)) listing.select(index)
      const count = countOf(listing.getState().selection.ranges)
      const [first] = ids()
      const look = {
        id: 'open',
        label: text('gallery.menu.open'),
        shortcut: 'Space',
        run: () => first !== undefined && targets.onOpen(first),
      }
      const items = [
        ...(count === 1 ? [look] : []),
        ...usesOf(count),
        ...actions().map((action) => ({
          id: action.name,
          label: text(action.label),
          shortcut: action.shortcut,
          isDisabled: action.may?.(count) === false,
          run: () => run(action),
        })),
      ]
      open(event, {
        label: text('gallery.menu', { count }),
        items,
        onChoose(id) {
          items.find((item) => item.id === id)?.run()
        },
      })
    },
  }
}

/** What other parts of the page do with so many assets as are selected. */
function useUses({ onRemix, onVary, onUseAsInput, onContinue, onSequence }: AssetUses) {
  const { text } = useFormatter()
  const { listing, details, changes } = useGallery()
  const { ids } = useAssetActions()

  async function withAssets(act: (assets: readonly Asset[]) => void): Promise<void> {
    const response = await details.read(ids())
    if (response.ok) act(response.data)
    else changes.fail(response.error)
  }
  const withOne = (act: (asset: Asset) => unknown) => (): void =>
    void withAssets(([asset]) => asset !== undefined && act(asset))

  return (count: number) => {
    const { filter, order, selection } = listing.getState()
    if (filter.trashed === true) return []
    const kinds =
      count > MAX_REQUEST_INPUTS
        ? []
        : Array.from(valuesOf(selection.ranges), (index) => kindAt(order, index))
    const asInput = (scene: InputScene) => ({
      id: `input:${scene}`,
      label: text('gallery.menu.input', { scene: text(`reuse.into.${scene}`) }),
      run: () => void withAssets((assets) => onUseAsInput(assets, scene)),
    })
    const goOn = {
      id: 'goOn',
      label: text('viewer.frame.continueLast'),
      run: withOne((asset) => onContinue(asset)),
    }
    const [asset] = Array.from(count === 1 ? ids() : [], (id) => details.get(id))
    const again = [
      { id: 'remix', label: text('viewer.remix'), run: withOne(onRemix) },
      {
        id: 'vary',
        label: text('reuse.vary.send', { requests: VARIATIONS }),
        run: withOne((asset) => onVary(asset, 'send')),
      },
      {
        id: 'adjust',
        label: text('reuse.vary.adjust'),
        run: withOne((asset) => onVary(asset, 'adjust')),
      },
    ]
    const ofOne = [
      ...(asset === undefined || hasRequest(asset) ? again : []),
      ...(kinds[0] === 'video' ? [goOn] : []),
    ]
    const sequence = {
      id: 'sequence',
      label: text('gallery.sequence'),
      run: () => void withAssets((assets) => onSequence(assets, false)),
    }
    return [
      ...(count === 1 ? ofOne : []),
      ...inputScenes(kinds).map(asInput),
      ...(canBeShots(kinds) ? [sequence] : []),
    ]
  }
}
