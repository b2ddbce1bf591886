/** Starters, marked as such: used as they are, copied to the user's own, or hidden. Nothing writes over the user's own. */
import { Copy, EyeOff } from '#renderer/icons.tsx'
import { useState } from 'react'
import type { RenderedResult } from '#contract/errors.ts'
import type { UiStateStore } from '../../../bridge/stores/ui-state.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useCreate } from '../create-context.ts'
import type { Named } from '../saved-items/saved-list.tsx'
import styles from '../saved-items/saved-items.module.css'
import { keyOf, type Starter, type Starters, useStarters } from './use-starters.ts'
import u from '#renderer/ui/utilities.module.css'

export interface StarterListProps<Value extends Named> {
  readonly kind: keyof Starters
  /** The user's own of the kind. */
  readonly store: UiStateStore<Value>
  pick(starters: Starters): readonly Starter<Value>[]
  /** The line under the name. */
  detail(value: Value): string
  onChoose(value: Value): void
}

export function StarterList<Value extends Named>({
  kind,
  store,
  pick,
  detail,
  onChoose,
}: StarterListProps<Value>) {
  const { text } = useFormatter()
  const { dismissed, prompting } = useCreate()
  const { shown, hidden } = useStarters(dismissed, kind, pick)
  const [problem, setProblem] = useState<string | null>(null)
  const { keep, forget } = dismissed.getState()

  async function follow(change: Promise<RenderedResult<unknown>>): Promise<void> {
    const response = await change
    setProblem(response.ok ? null : response.error.message)
  }
  return (
    <section aria-label={text('starter.title')}>
      <div className={parts.row}>
        <h3 className={classNames(parts.quiet, parts.grow)}>{text('starter.title')}</h3>
        {hidden.length > 0 && (
          <Button
            kind="quiet"
            onPress={() => hidden.forEach(({ id }) => void follow(forget(keyOf(kind, id))))}
          >
            {text('starter.showHidden', { count: hidden.length })}
          </Button>
        )}
      </div>
      <ul className={styles.list} aria-label={text('starter.title')}>
        {shown.map(({ id, value }) => (
          <li key={id} className={classNames(u.row, u.gap2)}>
            <Button kind="quiet" className={styles.choose} onPress={() => onChoose(value)}>
              <span className={classNames(parts.line, u.strong, u.medium)}>{value.name}</span>
              <span className={parts.line}>{detail(value)}</span>
            </Button>
            <IconButton
              icon={Copy}
              label={text('starter.copy', { name: value.name })}
              onPress={() => void follow(store.getState().keep(prompting.createKey(), value))}
            />
            <IconButton
              icon={EyeOff}
              label={text('starter.hide', { name: value.name })}
              onPress={() => void follow(keep(keyOf(kind, id), true))}
            />
          </li>
        ))}
      </ul>
      <Problem message={problem} />
    </section>
  )
}
