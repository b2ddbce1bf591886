/** The words of what agents ask. */
import { addMessages } from './messages.ts'
import packed from './en/agents.json'

addMessages(packed)
