/** The messages of the gallery. */
import { addMessages } from './messages.ts'

addMessages('gallery')
