/** Asks what to do with a file that says how it was made: restore its recipe, or start from it. */
import type { Recipe } from '#contract/library.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useWords } from '../../../ui/text.ts'
import type { AgainStore, RecipeOffer } from './again.ts'
import styles from './recipe-offer-dialog.module.css'
import { hasModel } from './refill.ts'

export interface RecipeOfferDialogProps {
  readonly offer: RecipeOffer
  readonly again: AgainStore
}

export function RecipeOfferDialog({ offer, again }: RecipeOfferDialogProps) {
  const { text } = useWords()
  const { name, recipe } = offer
  const choose = (choice: 'recipe' | 'input' | null): void => void again.getState().choose(choice)
  return (
    <Dialog title={text('again.offer.title', { name })} isOpen onClose={() => choose(null)}>
      <p className={styles.source}>{text(`again.offer.${recipe.source}`)}</p>
      {recipe.prompt !== undefined && <p className={styles.prompt}>{recipe.prompt}</p>}
      <Facts recipe={recipe} />
      <div className={styles.actions}>
        <Button onPress={() => choose('input')}>{text('again.offer.input')}</Button>
        <Button kind="main" takesFocus onPress={() => choose('recipe')}>
          {text('again.offer.restore')}
        </Button>
      </div>
    </Dialog>
  )
}

function Facts({ recipe }: { readonly recipe: Recipe }) {
  const { text } = useWords()
  const { model, options } = recipe
  const facts = [
    ...(model === undefined ? [] : [model]),
    text('again.offer.options', { count: Object.keys(options).length }),
    ...(hasModel(recipe) ? [] : [text('again.offer.modelStays')]),
  ]
  return <p className={styles.source}>{facts.join(' · ')}</p>
}
