/** The words of the settings, with the shortcuts. */
import { addWords } from './messages.ts'

addWords('settings')
