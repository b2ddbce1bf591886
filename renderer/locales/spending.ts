/** The words of spending. */
import { addWords } from './messages.ts'

addWords('spending')
