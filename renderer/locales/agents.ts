/** The messages of what agents ask. */
import { addMessages } from './messages.ts'

addMessages('agents')
