/** Asks before the recipe of a file fills the form. */
import '../../../locales/create.ts'
import { useModelLabel } from '../../../bridge/host.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions, DialogText } from '../../../ui/dialog.tsx'
import { classNames } from '../../../ui/class-names.ts'
import parts from '../../../ui/parts.module.css'
import { useFormatter } from '../../../ui/text.ts'
import { useCreate } from '../create-context.ts'
import styles from '../create.module.css'
import { hasModel } from './reuse-source.ts'
import type { RecipeOffer } from './reuse.ts'

export function RecipeDialog({ offer }: { readonly offer: RecipeOffer }) {
  const { text } = useFormatter()
  const { choose } = useCreate().reuse.getState()
  const labelOf = useModelLabel()
  const { name, recipe } = offer
  const facts = [
    ...(recipe.model === undefined ? [] : [labelOf(recipe.model, recipe.provider)]),
    text('reuse.recipe.options', { count: Object.keys(recipe.options).length }),
    ...(hasModel(recipe) ? [] : [text('reuse.recipe.modelStays')]),
  ]
  return (
    <Dialog title={text('reuse.recipe.title', { name })} isOpen onClose={() => void choose(null)}>
      <DialogText>{text('reuse.recipe.file')}</DialogText>
      {recipe.prompt !== undefined && (
        <p className={classNames(parts.lines, styles.recipePrompt)}>{recipe.prompt}</p>
      )}
      <DialogText>{facts.join(' · ')}</DialogText>
      <DialogActions>
        <Button onPress={() => void choose(null)}>{text('action.cancel')}</Button>
        <Button kind="main" takesFocus onPress={() => void choose('recipe')}>
          {text('reuse.recipe.restore')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
