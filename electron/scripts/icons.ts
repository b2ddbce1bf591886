/**
 * Makes every icon of the program from the drawing in `assets/`. Those of the tray are drawn when they are shown.
 *
 * Owns sizes and formats. What is made is committed, so that packaging needs no drawing; a test makes it again.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BILINEAR, createICNS, createICO } from 'png2icons'
import sharp from 'sharp'
import { ROOT } from './paths.ts'

/** What Linux desktops look for, freedesktop.org's Icon Theme Specification; 1024 is what macOS asks for. */
const SIZES_PX = [16, 24, 32, 48, 64, 128, 256, 512, 1_024]
/** Pixels per inch at which a drawing has the pixels of its view box. */
const BASE_DENSITY = 72

const VIEW_BOX_PX = 1_024

/** Every icon by its name in `assets/icons/`; the same drawing gives the same bytes. */
export async function drawIcons(assetsDir = join(ROOT, 'assets')): Promise<ReadonlyMap<string, Buffer>> {
  const drawing = await readFile(join(assetsDir, 'icon.svg'))
  const draw = async (sizePx: number): Promise<Buffer> => {
    // Drawn at its own size or above, then made smaller: thin lines keep their weight.
    const density = BASE_DENSITY * Math.max(1, (4 * sizePx) / VIEW_BOX_PX)
    return sharp(drawing, { density }).resize(sizePx, sizePx).png({ compressionLevel: 9 }).toBuffer()
  }
  const sized = await Promise.all(
    SIZES_PX.map(async (sizePx) => [`${sizePx}x${sizePx}.png`, await draw(sizePx)] as const),
  )
  const largest = await draw(1_024)
  return new Map<string, Buffer>([
    ...sized,
    ['icon.icns', made(createICNS(largest, BILINEAR, 0), 'icon.icns')],
    ['icon.ico', made(createICO(largest, BILINEAR, 0, true, true), 'icon.ico')],
  ])
}

/** `npm run icons`: writes what `assets/icons/` holds. */
export async function makeIcons(): Promise<number> {
  const folder = join(ROOT, 'assets', 'icons')
  await mkdir(folder, { recursive: true })
  const icons = await drawIcons()
  for (const [name, bytes] of icons) await writeFile(join(folder, name), bytes)
  process.stdout.write(`${icons.size} icons are in assets/icons.\n`)
  return 0
}

function made(bytes: Buffer | null, name: string): Buffer {
  if (bytes === null) throw new Error(`${name} could not be made of the drawing.`)
  return bytes
}
