/** The words of what agents ask. */
import { addWords } from './messages.ts'

addWords('agents')
