/** The menu of an input: its place among the others, and away with it. */
import type { MouseEvent, ReactNode } from 'react'
import { useContextMenu } from '../../../ui/menu.tsx'
import { rowKeyAt } from '../../../ui/row-key.ts'
import { useWords } from '../../../ui/text.ts'
import { useForm, useView } from '../create-context.ts'

export function useInputMenu(onEdit: (key: string) => void): {
  readonly menu: ReactNode
  /** For the row of the list that the event is in. */
  openAt(event: MouseEvent): void
} {
  const { text } = useWords()
  const inputs = useView((view) => view.draft.inputs)
  const moveInput = useForm((form) => form.moveInput)
  const removeInput = useForm((form) => form.removeInput)
  const { menu, open } = useContextMenu<string>()
  return {
    menu,
    openAt(event) {
      const at = inputs.findIndex(({ key }) => key === rowKeyAt(event))
      const input = inputs[at]
      if (input === undefined) return
      const { key } = input
      const name = input.media?.name ?? input.name
      const before = inputs[at - 1]
      const edit = { id: 'edit', words: text('input.edit', { name }), run: () => onEdit(key) }
      const items = [
        ...(input.media?.kind === 'image' ? [edit] : []),
        {
          id: 'earlier',
          words: text('input.menu.earlier'),
          isDisabled: before === undefined,
          run: () => before !== undefined && moveInput(key, before.key),
        },
        {
          id: 'later',
          words: text('input.menu.later'),
          isDisabled: at === inputs.length - 1,
          run: () => moveInput(key, inputs[at + 2]?.key ?? null),
        },
        { id: 'remove', words: text('input.remove', { name }), run: () => removeInput(key) },
      ]
      open(event, {
        label: name,
        items,
        onChoose: (id) => items.find((item) => item.id === id)?.run(),
      })
    },
  }
}
