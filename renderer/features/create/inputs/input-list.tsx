/** The inputs in the order in which they are sent; dragged by hand or by keyboard into another one. */
import { GridList, useDragAndDrop } from 'react-aria-components'
import type { InputReference } from '#contract/inputs.ts'
import { classNames } from '../../../ui/class-names.ts'
import { useWords } from '../../../ui/text.ts'
import type { DraftInput } from '../draft.ts'
import type { InputActions } from './input-actions.ts'
import styles from './inputs.module.css'
import { InputRow } from './input-row.tsx'
import type { InputKnowledge } from './plan-inputs.ts'
import type { InputSizes } from './use-input-sizes.ts'

/** Marks the page's own drag, so that it is not taken for something from outside. */
const ROW_TYPE = 'application/x-atelier-input'

export interface InputListProps {
  readonly inputs: readonly DraftInput[]
  readonly references: readonly InputReference[]
  readonly sizes: InputSizes | null
  readonly knowledge: InputKnowledge
  readonly actions: InputActions
}

export function InputList({ inputs, references, sizes, knowledge, actions }: InputListProps) {
  const { text } = useWords()
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => Array.from(keys, (key) => ({ [ROW_TYPE]: String(key) })),
    onReorder({ keys, target }) {
      const [moved] = Array.from(keys, String)
      if (moved === undefined) return
      const others = inputs.filter(({ key }) => key !== moved)
      const at = others.findIndex(({ key }) => key === target.key)
      const next = others[target.dropPosition === 'before' ? at : at + 1]
      actions.moveInput(moved, next?.key ?? null)
    },
  })
  const settled = inputs.filter(({ media }) => media !== null)
  return (
    <GridList
      aria-label={text('input.title')}
      keyboardNavigationBehavior="tab"
      dragAndDropHooks={dragAndDropHooks}
      dependencies={[inputs, references, sizes, knowledge]}
      items={inputs.map((input) => ({ id: input.key, input }))}
      className={classNames(styles.list)}
    >
      {({ input }) => {
        const place = settled.indexOf(input)
        const reference = references[place]
        return (
          <InputRow
            input={input}
            reference={reference}
            size={sizes?.items.find(
              ({ inputId }, index) => inputId === reference?.inputId && index === place,
            )}
            keys={knowledge.keys}
            canMove={inputs.length > 1}
            actions={actions}
          />
        )
      }}
    </GridList>
  )
}
