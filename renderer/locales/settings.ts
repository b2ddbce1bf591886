/** The words of the settings, with the shortcuts. */
import { addMessages } from './messages.ts'
import packed from './en/settings.json'

addMessages(packed)
