/** The words of the arena. */
import { addMessages } from './messages.ts'
import packed from './en/arena.json'

addMessages(packed)
