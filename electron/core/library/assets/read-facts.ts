/** How large and how long a file is, as the process that reads files says. */
import type { FileType } from '../../results/sniff.ts'
import { UNREADABLE, type Reader } from '../../reading/reader.ts'
import type { MediaFacts } from './measure.ts'

const MEASURED: ReadonlySet<string> = new Set(['image', 'video', 'audio'])

/** None for a file that cannot be read, which is marked then. @throws Error when Atelier closes. */
export async function readFacts(
  reader: Reader,
  path: string,
  { kind, extension }: Pick<FileType, 'kind' | 'extension'>,
  sha256: string,
): Promise<MediaFacts> {
  if (!MEASURED.has(kind)) return {}
  if (extension === 'svg') return readDrawing(reader, path, sha256)
  const facts = await reader.read('measure', { path, kind }, { sha256 })
  return facts === UNREADABLE ? {} : facts
}

async function readDrawing(reader: Reader, path: string, sha256: string): Promise<MediaFacts> {
  const drawing = await reader.read('drawing', { path }, { sha256 })
  if (drawing === UNREADABLE) return {}
  if (!drawing.isSmall) reader.giveUp(sha256)
  return drawing.facts
}
