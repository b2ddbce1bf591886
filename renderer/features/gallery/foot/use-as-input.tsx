/** Uses the selection as inputs of a scene that takes all of it. */
import { ImageUp } from 'lucide-react'
import type { Asset } from '#contract/library.ts'
import { IconButton } from '../../../ui/button.tsx'
import { InputMenu } from '../../../ui/input-menu.tsx'
import type { InputScene } from '../../../ui/scenes.ts'
import { useWords } from '../../../ui/text.ts'
import { kindAt } from '../order.ts'
import { countOf, valuesOf } from '../ranges.ts'
import { idsOf } from '../selection.ts'
import { useGallery, useListing } from '../use-gallery.ts'

/** The most inputs of one request. */
const MOST_INPUTS = 50

export interface UseAsInputProps {
  onUseAsInput(assets: readonly Asset[], scene: InputScene): void
}

export function UseAsInput({ onUseAsInput }: UseAsInputProps) {
  const { text } = useWords()
  const { details, changes } = useGallery()
  const order = useListing((state) => state.order)
  const ranges = useListing(({ selection }) => selection.ranges)
  const isTooMany = countOf(ranges) > MOST_INPUTS
  const kinds = isTooMany ? [] : Array.from(valuesOf(ranges), (index) => kindAt(order, index))
  async function send(scene: InputScene): Promise<void> {
    const response = await details.read(idsOf(order, ranges))
    if (response.ok) onUseAsInput(response.data, scene)
    else changes.getState().fail(response.error)
  }
  return (
    <InputMenu kinds={kinds} onChoose={(scene) => void send(scene)}>
      <IconButton icon={ImageUp} label={text('viewer.useAsInput')} />
    </InputMenu>
  )
}
