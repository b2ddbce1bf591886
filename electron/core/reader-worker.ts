/** Entry of the process that reads files from outside: joins what every area reads. serve-readings.ts does the rest. */
import { readFile } from 'node:fs/promises'
import { checkImage } from './inputs/check-image.ts'
import { composeInside } from './inputs/mask-image.ts'
import { prepareImage } from './inputs/prepare-image.ts'
import { measureSvg } from './library/assets/measure-svg.ts'
import { measureMedia } from './library/assets/measure.ts'
import { convertImage } from './library/exchange/convert-image.ts'
import { readArchiveIndex } from './library/exchange/archives/archive-index.ts'
import { readArchiveFiles } from './library/exchange/archives/read-archive-files.ts'
import { readIncoming } from './library/exchange/beside.ts'
import { extractEntry, listZip } from './library/exchange/zip-file.ts'
import { readCredentials } from './library/provenance/credentials/read-credentials.ts'
import { withFileSource } from './library/provenance/byte-source.ts'
import { editFile } from './library/provenance/embed-recipe.ts'
import { readProvenance, recipeInBytes } from './library/provenance/read-recipe.ts'
import { perceptualHash } from './library/similar/perceptual-hash.ts'
import { makePng, makePreview, makeThumbnail } from './library/thumbnails/make-thumbnail.ts'
import { parseMeasuredJson } from './json/bounded-json.ts'
import { joinClips } from './rendering/join-clips.ts'
import { measureClip } from './rendering/measure-clip.ts'
import { findResults } from './results/find/find-results.ts'
import { remuxToMp4 } from './results/download/remux.ts'
import { type Readers, serveReadings } from './reading/serve-readings.ts'

const READERS: Readers = {
  measure: ({ path, kind }) => measureMedia(path, kind),
  drawing: ({ path }) => measureSvg(path),
  thumbnail: ({ source, target }, withPixels) => makeThumbnail(source, target, withPixels),
  perceptualHash: ({ path }) => perceptualHash(path),
  preview: ({ kind, bytes, target }, withPixels) => makePreview(kind, bytes, target, withPixels),
  png: ({ path }, withPixels) => makePng(path, withPixels),
  convert: ({ path, target, conversion }, withPixels) => convertImage(path, target, conversion, withPixels),
  provenance: ({ path }) => withFileSource(path, (source) => readProvenance(source)),
  credentials: ({ path, extension }) => readCredentials(path, extension),
  incoming: (file) => readIncoming(file),
  archiveIndex: ({ root, copy }) => readArchiveIndex(root, copy),
  archiveFiles: ({ files, source }, _withPixels, signal) => readArchiveFiles(files, source, signal),
  zipList: ({ path }) => listZip(path),
  zipEntry: ({ path, entry, target }, _withPixels, signal) => extractEntry(path, entry, target, signal),
  recipe: async ({ path }) => recipeInBytes(await readFile(path)),
  edit: ({ path, extension, edit }) => editFile(path, extension, edit),
  checkImage: ({ path }, withPixels) => checkImage(path, withPixels),
  prepareImage: ({ path, extension, shape, stem }, withPixels) =>
    prepareImage(path, extension, shape, stem, withPixels),
  compose: (composition, withPixels) => composeInside(composition, withPixels),
  results: ({ json, context }) => findResults(parseMeasuredJson(json) ?? null, context),
  clip: ({ path, part }) => measureClip(path, part),
  join: (join, _withPixels, signal) => joinClips(join, signal),
  remux: ({ from, to }, _withPixels, signal) => remuxToMp4(from, to, signal),
}

serveReadings(READERS)
