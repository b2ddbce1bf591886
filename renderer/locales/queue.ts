/** The words of the queue. */
import { addMessages } from './messages.ts'
import packed from './en/queue.json'

addMessages(packed)
