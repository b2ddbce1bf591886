/** The words of the command palette. */
import { addMessages } from './messages.ts'
import packed from './en/palette.json'

addMessages(packed)
