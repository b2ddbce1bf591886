/** Asks what to do with a file that says how it was made: restore its recipe, or start from it. */
import type { Recipe } from '#contract/exchange.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { useWords } from '../../../ui/text.ts'
import type { ReuseStore, RecipeOffer } from './reuse.ts'
import styles from './reuse.module.css'
import { hasModel } from './reuse-source.ts'

export interface RecipeOfferDialogProps {
  readonly offer: RecipeOffer
  readonly reuse: ReuseStore
}

export function RecipeOfferDialog({ offer, reuse }: RecipeOfferDialogProps) {
  const { text } = useWords()
  const { name, recipe, canBeInput } = offer
  const choose = (choice: 'recipe' | 'input' | null): void => void reuse.getState().choose(choice)
  return (
    <Dialog title={text('reuse.recipe.title', { name })} isOpen onClose={() => choose(null)}>
      <p className={styles.source}>
        {text(canBeInput ? `reuse.recipe.${recipe.source}` : 'reuse.recipe.file')}
      </p>
      {recipe.prompt !== undefined && <p className={styles.prompt}>{recipe.prompt}</p>}
      <Facts recipe={recipe} />
      <DialogActions>
        {canBeInput ? (
          <Button onPress={() => choose('input')}>{text('reuse.recipe.input')}</Button>
        ) : (
          <Button onPress={() => choose(null)}>{text('action.cancel')}</Button>
        )}
        <Button kind="main" takesFocus onPress={() => choose('recipe')}>
          {text('reuse.recipe.restore')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Facts({ recipe }: { readonly recipe: Recipe }) {
  const { text } = useWords()
  const { model, options } = recipe
  const facts = [
    ...(model === undefined ? [] : [model]),
    text('reuse.recipe.options', { count: Object.keys(options).length }),
    ...(hasModel(recipe) ? [] : [text('reuse.recipe.modelStays')]),
  ]
  return <p className={styles.source}>{facts.join(' · ')}</p>
}
