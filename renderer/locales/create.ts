/** The words of what Create loads when it is needed. */
import { addMessages } from './messages.ts'
import packed from './en/create.json'

addMessages(packed)
