/** The words of the command palette. */
import { addWords } from './messages.ts'

addWords('palette')
