/** The messages of the command palette. */
import { addMessages } from './messages.ts'

addMessages('palette')
