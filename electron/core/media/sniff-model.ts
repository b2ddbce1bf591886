/**
 * 3D models that file-type does not know, by how they begin. Most are written in words, and would count as text.
 *
 * Sources: Wavefront, "Object Files (.obj)"; OpenUSD, "Usda File Format"; Turk, "The PLY Polygon File Format"; Khronos,
 * "glTF 2.0" and "COLLADA 1.5".
 */

/** Begins of no other file. Latin-1, so that it is found before bytes as well. */
const BEGINNINGS = [
  ['#usda ', 'model/vnd.usda'],
  ['PXR-USDC', 'model/vnd.usdc'],
  ['ply\n', 'model/ply'],
  ['ply\r\n', 'model/ply'],
] as const

const OBJ_LINE = /^\s*(?:v[ntp]?|[fgops]|l|mtllib|usemtl)\s/
const OBJ_VERTEX = /^\s*v(?:\s+-?[\d.][\d.eE+-]*){3}/
/** The last one may be cut, and no text has as many by chance. */
const MAX_OBJ_LINES = 20

/** The MIME type, or null. `text` is the same as text, null where it is none. */
export function modelIn(head: Uint8Array, text: string | null): string | null {
  const start = Buffer.from(head.subarray(0, 16)).toString('latin1')
  const begun = BEGINNINGS.find(([beginning]) => start.startsWith(beginning))
  if (begun) return begun[1]
  if (text === null) return null
  if (/^\s*\{/.test(text) && isGltf(text)) return 'model/gltf+json'
  if (/^\s*<(?:\?xml|!--|COLLADA)/.test(text) && /<COLLADA[\s>]/.test(text)) return 'model/vnd.collada+xml'
  return isObj(text) ? 'model/obj' : null
}

/** Large ones may begin with the numbers, each of one of these types. */
function isGltf(text: string): boolean {
  return /"asset"\s*:\s*\{[^{}]*"version"\s*:\s*"\d/.test(text) || /"componentType"\s*:\s*512\d\b/.test(text)
}

function isObj(text: string): boolean {
  const lines = text.split('\n').filter((line) => /^\s*[^\s#]/.test(line))
  const looked = lines.slice(0, MAX_OBJ_LINES)
  return looked.some((line) => OBJ_VERTEX.test(line)) && looked.every((line) => OBJ_LINE.test(line))
}
