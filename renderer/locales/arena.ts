/** The messages of the arena. */
import { addMessages } from './messages.ts'

addMessages('arena')
