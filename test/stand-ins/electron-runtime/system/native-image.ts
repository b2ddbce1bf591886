/** `nativeImage`: the bytes of a picture and whether there are any; nothing is decoded (electron.d.ts, `NativeImage`). */
import { readFileSync } from 'node:fs'
import { strict } from '../strict.ts'

export interface NativeImage {
  isEmpty(): boolean
  toPNG(): Buffer
  toDataURL(): string
  getSize(): { width: number; height: number }
  resize(options: { width?: number; height?: number }): NativeImage
  setTemplateImage(isTemplate: boolean): void
  isTemplateImage(): boolean
}

function imageOf(bytes: Buffer, size = { width: 0, height: 0 }): NativeImage {
  let isTemplate = false
  return strict('NativeImage', {
    isEmpty: () => bytes.length === 0,
    toPNG: () => Buffer.from(bytes),
    toDataURL: () => `data:image/png;base64,${bytes.toString('base64')}`,
    getSize: () => size,
    resize: ({ width = size.width, height = size.height }) => imageOf(bytes, { width, height }),
    setTemplateImage: (flag) => void (isTemplate = flag),
    isTemplateImage: () => isTemplate,
  } satisfies NativeImage)
}

/** Assumed (electron.d.ts, `createFromPath`): an empty image where the file cannot be read. */
function createFromPath(path: string): NativeImage {
  try {
    return imageOf(readFileSync(path))
  } catch {
    return imageOf(Buffer.alloc(0))
  }
}

export const nativeImage = strict('nativeImage', {
  createEmpty: () => imageOf(Buffer.alloc(0)),
  createFromPath,
  createFromBuffer: (bytes: Buffer) => imageOf(bytes),
  createFromDataURL: (url: string) => imageOf(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')),
  createThumbnailFromPath: async (path: string, size: { width: number; height: number }) => {
    const image = createFromPath(path)
    if (image.isEmpty()) throw new Error('Failed to get thumbnail from local thumbnail cache reference')
    return image.resize(size)
  },
})
