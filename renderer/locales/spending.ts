/** The words of spending. */
import { addMessages } from './messages.ts'
import packed from './en/spending.json'

addMessages(packed)
