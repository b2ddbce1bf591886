/**
 * What a packet of XMP says of a prompt, in the file or beside it.
 *
 * Source: IPTC Photo Metadata Standard 2025.1, "AI Prompt Information" and "AI System Used".
 */
import type { Recipe } from '#contract/exchange.ts'
import { propertyIn } from '../xmp-properties.ts'
import { type Carried, recipeFrom } from './carried.ts'

export function readXmpText({ texts, beside }: Carried): Recipe | null {
  const packets = Object.entries(beside).flatMap(([name, text]) => (name.endsWith('.xmp') ? [text] : []))
  for (const packet of [texts.xmp, ...packets]) {
    if (!packet) continue
    const recipe = recipeFrom('xmp', {
      prompt: propertyIn(packet, 'Iptc4xmpExt:AIPromptInformation'),
      model: propertyIn(packet, 'Iptc4xmpExt:AISystemUsed'),
    })
    if (recipe) return recipe
  }
  return null
}
