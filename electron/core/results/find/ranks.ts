/** How good the copies of one content are, by the words and formats that name them. */

/** How good a variant of one content is; what names no variant has rank 50. Formats follow in `formatRank`. */
export const VARIANTS: Readonly<Record<string, number>> = {
  base: 35,
  untextured: 35,
  provider: 40,
  upstream: 30,
  gaussian: 30,
  splat: 30,
  pre: 30,
  low: 15,
  medium: 20,
  sd: 20,
  standard: 20,
  '360p': 15,
  '480p': 20,
  '540p': 21,
  '720p': 22,
  '768p': 23,
  '1k': 24,
  large: 40,
  raw: 45,
  original: 45,
  hd: 60,
  '1080p': 61,
  fhd: 61,
  '1440p': 62,
  '2k': 63,
  '2160p': 66,
  '4k': 66,
  uhd: 66,
  '8k': 68,
  pbr: 56,
  textured: 56,
  hq: 60,
  high: 60,
  max: 70,
  full: 70,
  unwatermarked: 90,
}
export const USUAL = 50
/** The formats that everything opens, or that lose nothing, come first; the order of the response decides between others. */
const PREFERRED_FORMATS = ['mp4', 'glb', 'png', 'mov', 'gltf', 'fbx', 'obj', 'usdz']

/** Between 48 and 49, below what names no format. */
export function formatRank(format: string): number {
  const at = PREFERRED_FORMATS.indexOf(format)
  return 48 + (at === -1 ? 0 : (PREFERRED_FORMATS.length - at) / 10)
}
