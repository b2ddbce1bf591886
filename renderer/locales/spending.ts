/** The messages of spending. */
import { addMessages } from './messages.ts'

addMessages('spending')
