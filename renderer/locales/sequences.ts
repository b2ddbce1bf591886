/** The words of sequences. */
import { addMessages } from './messages.ts'
import packed from './en/sequences.json'

addMessages(packed)
