/** The messages of the settings, with the shortcuts. */
import { addMessages } from './messages.ts'

addMessages('settings')
