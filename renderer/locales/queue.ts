/** The words of the queue. */
import { addWords } from './messages.ts'

addWords('queue')
