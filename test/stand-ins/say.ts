/** Messages in English, as scripts and agents read them. */
import { createSay } from '#core/messages/render.ts'

export const say = await createSay('en')
