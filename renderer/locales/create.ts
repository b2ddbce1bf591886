/** The messages of what Create loads when it is needed. */
import { addMessages } from './messages.ts'

addMessages('create')
