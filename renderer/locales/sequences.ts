/** The words of sequences. */
import { addWords } from './messages.ts'

addWords('sequences')
