/** The bars at the foot of the grid: notices, and what can be done with what is selected. */
import { Clapperboard, ImageUp, Star, X } from '#renderer/icons.tsx'
import { Fragment } from 'react'
import { MenuTrigger } from 'react-aria-components'
import type { Asset } from '#contract/library.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { InputMenu, MenuPopover } from '#renderer/ui/menu.tsx'
import type { InputScene } from '../../../ui/scenes.ts'
import { useFormatter } from '../../../ui/text.ts'
import { useAssetActions } from '../actions.tsx'
import { type AssetUses, useGallery, useListing } from '../gallery.ts'
import { canBeShots, kindAt } from '../order.ts'
import { countOf, valuesOf } from '../ranges.ts'
import { idsOf } from '../selection.ts'
import styles from '../gallery-view.module.css'
import { Notices } from './notices.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'
import { MAX_REQUEST_INPUTS } from '#contract/rules/media.ts'

interface SelectionBarProps extends Pick<AssetUses, 'onSequence'> {
  onUseAsInput(assets: readonly Asset[], scene: InputScene): void
}

export interface FootProps extends SelectionBarProps {
  readonly isGrid: boolean
}

export function Foot({ isGrid, ...uses }: FootProps) {
  return (
    <div className={classNames(u.row, u.absolute, u.gap8, styles.foot)}>
      <Notices />
      {isGrid && <SelectionBar {...uses} />}
    </div>
  )
}

function SelectionBar(uses: SelectionBarProps) {
  const { text } = useFormatter()
  const gallery = useGallery()
  const { listing } = gallery
  // Marks and the filter decide which actions there are.
  useListing(({ order }) => order)
  useListing(({ filter }) => filter)
  const count = countOf(useListing(({ selection }) => selection.ranges))
  const { actions, run } = useAssetActions()
  if (count === 0) return null
  return (
    <div
      className={classNames(u.row, u.wrap, u.gap2, u.framed, u.raised, styles.bar)}
      role="toolbar"
      aria-label={text('gallery.selection')}
    >
      <span className={styles.count}>{text('gallery.selected', { count })}</span>
      {actions().map((action) => {
        const { name, icon, label, shortcut, may, isOn } = action
        return (
          <Fragment key={name}>
            {action.isWorded ? (
              <Button
                kind="quiet"
                icon={icon}
                isDisabled={may?.(count) === false}
                onPress={() => run(action)}
              >
                {text(label)}
              </Button>
            ) : (
              <IconButton
                icon={icon}
                label={text(label)}
                {...(shortcut !== undefined && { shortcut })}
                {...(isOn !== undefined && { isOn: isOn(gallery) })}
                isDisabled={may?.(count) === false}
                onPress={() => run(action)}
              />
            )}
            {name === 'favorite' && <RatingMenu />}
            {name === 'compare' && <UseSelection {...uses} />}
          </Fragment>
        )
      })}
      <IconButton
        icon={X}
        label={text('gallery.selection.clear')}
        shortcut="Esc"
        onPress={listing.clearSelection}
      />
    </div>
  )
}

const RATINGS = [5, 4, 3, 2, 1, 0]

function RatingMenu() {
  const { text } = useFormatter()
  const { changes } = useGallery()
  const { ids } = useAssetActions()
  return (
    <MenuTrigger>
      <IconButton icon={Star} label={text('gallery.rate')} shortcut="0–5" />
      <MenuPopover
        label={text('gallery.rate')}
        items={RATINGS.map((rating) => ({
          id: String(rating),
          label: text('viewer.rate', { star: rating }),
          content: rating === 0 ? text('gallery.rate.none') : <Stars count={rating} />,
        }))}
        placement="top"
        className={styles.menu}
        onChoose={(rating) => void changes.rate(ids(), Number(rating))}
      />
    </MenuTrigger>
  )
}

export function Stars({ count }: { readonly count: number }) {
  return Array.from({ length: count }, (_, star) => (
    <Star key={star} size={14} fill="currentColor" strokeWidth={0} aria-hidden />
  ))
}

/** Uses the selection as inputs of a scene that takes all of it, or as the shots of a sequence. */
function UseSelection({ onUseAsInput, onSequence }: SelectionBarProps) {
  const { text } = useFormatter()
  const { details, changes } = useGallery()
  const order = useListing((state) => state.order)
  const ranges = useListing(({ selection }) => selection.ranges)
  const isTooMany = countOf(ranges) > MAX_REQUEST_INPUTS
  const kinds = isTooMany ? [] : Array.from(valuesOf(ranges), (index) => kindAt(order, index))
  async function use(act: (assets: readonly Asset[]) => void): Promise<void> {
    const response = await details.read(idsOf(order, ranges))
    if (response.ok) act(response.data)
    else changes.fail(response.error)
  }
  return (
    <>
      <InputMenu kinds={kinds} onChoose={(scene) => void use((assets) => onUseAsInput(assets, scene))}>
        <Button kind="quiet" icon={ImageUp}>
          {text('viewer.useAsInput')}
        </Button>
      </InputMenu>
      {canBeShots(kinds) && (
        <IconButton
          icon={Clapperboard}
          label={text('gallery.sequence')}
          onPress={() => void use((assets) => onSequence(assets, false))}
        />
      )}
    </>
  )
}
