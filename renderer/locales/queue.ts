/** The messages of the queue. */
import { addMessages } from './messages.ts'

addMessages('queue')
