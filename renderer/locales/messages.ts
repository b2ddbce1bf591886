/** Every word of the interface. */
import { unpackMessages } from './unpack-messages.ts'
import packed from './en.json'

export const messages = unpackMessages(packed)
