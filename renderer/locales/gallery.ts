/** The words of the gallery. */
import { addWords } from './messages.ts'

addWords('gallery')
