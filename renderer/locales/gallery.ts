/** The words of the gallery. */
import { addMessages } from './messages.ts'
import packed from './en/gallery.json'

addMessages(packed)
