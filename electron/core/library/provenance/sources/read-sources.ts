/** Asks the readers of all sources what a file says; the first that knows it is believed. */
import type { Recipe } from '#contract/exchange.ts'
import { objectIn, type Carried, type SourceReader } from './carried.ts'
import { readA1111 } from './a1111.ts'
import { readCivitai } from './civitai.ts'
import { readComfyui } from './comfyui/read-graph.ts'
import { readDrawThings } from './draw-things.ts'
import { readEasyDiffusion } from './easy-diffusion.ts'
import { readFooocus } from './fooocus.ts'
import { readGraphSites } from './graph-sites.ts'
import { readInvokeai } from './invokeai.ts'
import { readMidjourney } from './midjourney.ts'
import { readNovelai } from './novelai.ts'
import { readPlainJson } from './plain-json.ts'
import { readServices } from './services.ts'
import { readSwarmui } from './swarmui.ts'
import { readXmpText } from './xmp-text.ts'

/** Those with a mark of their own before those that are known by their form. */
const READERS: readonly SourceReader[] = [
  readSwarmui,
  readFooocus,
  readInvokeai,
  readNovelai,
  readGraphSites,
  readDrawThings,
  readCivitai,
  readEasyDiffusion,
  readWebui,
  readComfyui,
  readMidjourney,
  readServices,
  readPlainJson,
  readXmpText,
]

export function readSources(carried: Carried): Recipe | null {
  for (const read of READERS) {
    const recipe = read(carried)
    if (recipe) return recipe
  }
  return null
}

/** The text of a hidden channel: whichever of the two tools wrote it. */
export function readHiddenSource(text: string, name: string): Recipe | null {
  const field = objectIn(text) ? 'usercomment' : 'parameters'
  return readSources({ texts: { [field]: text }, name, beside: {} })
}

/** A1111's text comes before a graph, of which the tools that write both have made it; where they could not, it says "unknown". */
function readWebui(carried: Carried): Recipe | null {
  const { texts, beside } = carried
  for (const text of [texts.parameters, texts.usercomment, texts.comment, beside['.txt']]) {
    const written = text === undefined ? null : readA1111(text)
    if (!written) continue
    const isKnown = written.prompt !== undefined && written.prompt !== 'unknown'
    return isKnown || texts.prompt === undefined ? written : (readComfyui(carried) ?? written)
  }
  return null
}
