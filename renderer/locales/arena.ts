/** The words of the arena. */
import { addWords } from './messages.ts'

addWords('arena')
