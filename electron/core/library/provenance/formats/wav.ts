/**
 * WAV: XMP in a `_PMX` chunk at the end.
 *
 * Source: XMP Specification Part 3 (2016), 1.3.4. Files of over 4 GB (RF64) and those of unknown length are left alone.
 */
import type { ByteSource } from '../byte-source.ts'
import type { Container } from '../container.ts'
import { editedPacket } from '../xmp.ts'
import type { Piece } from '../pieces.ts'
import { makeRiffChunk, readRiffText, riffPieces, walkRiff, type RiffChunk } from './riff.ts'

const FORM = 'WAVE'
const PACKET = '_PMX'
/** LIST of form INFO, ID3, and two kinds of production notes. */
const DESCRIBING: ReadonlySet<string> = new Set([PACKET, 'id3 ', 'ID3 ', 'iXML', 'bext'])

export const wav: Container = {
  readTexts: async (source) => {
    const { chunks } = await walkRiff(source, FORM)
    return { xmp: await readRiffText(source, chunks, PACKET) }
  },

  rewrite: async (source, edit) => {
    const { chunks, isWhole, end } = await walkRiff(source, FORM)
    if (!isWhole || !chunks.some(({ id }) => id === 'data')) return null
    const packet = editedPacket(edit, await readRiffText(source, chunks, PACKET))
    const parts: Piece[] = []
    for (const chunk of chunks) {
      if (chunk.id === PACKET) continue
      if (edit.kind !== 'strip' || !(await describes(source, chunk))) parts.push(chunk)
    }
    if (packet !== null) parts.push(makeRiffChunk(PACKET, Buffer.from(packet)))
    return riffPieces(FORM, parts, edit.kind === 'strip' ? [] : [{ start: end, end: source.sizeBytes }])
  },
}

async function describes(source: ByteSource, { id, content }: RiffChunk): Promise<boolean> {
  if (id === 'LIST') return (await source.read(content, 4)).toString('latin1') === 'INFO'
  return DESCRIBING.has(id)
}
