/** The messages of sequences. */
import { addMessages } from './messages.ts'

addMessages('sequences')
