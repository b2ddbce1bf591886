/** The words of what Create loads when it is needed. */
import { addWords } from './messages.ts'

addWords('create')
