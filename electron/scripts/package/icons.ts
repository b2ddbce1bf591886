/**
 * Makes every icon of the program: those of its file from the drawing in `assets/`, those of the tray, the taskbar and a drag
 * from shapes on a grid of 16 by 16.
 *
 * Owns sizes, colours and formats. The files are committed, so that neither packaging nor the program draws; a test draws them
 * again and compares.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BILINEAR, createICNS, createICO } from 'png2icons'
import sharp from 'sharp'
import { ROOT } from '../paths.ts'

/** What Linux desktops look for, freedesktop.org's Icon Theme Specification; 1024 is what macOS asks for. */
const SIZES_PX = [16, 24, 32, 48, 64, 128, 256, 512, 1_024]
/** Pixels per inch at which a drawing has the pixels of its view box. */
const BASE_DENSITY = 72

const VIEW_BOX_PX = 1_024

/**
 * Visible on light panels and on dark ones, whose colour no system tells: each has a contrast of at least 3 to white and to
 * #2b2b2b (WCAG 2.2, 1.4.11).
 */
const ACCENT = '#de542b'
const AMBER = '#ba7a00'
const QUIET = '#8a827c'

const GRID = 16
/** Two pixels per point: what a macOS menu bar and a scaled Windows need. Linux panels scale it themselves. */
const TRAY_PX = 2 * GRID
const CARD_PX = 4 * GRID
/** The largest that switchers of windows on Linux show. */
const WINDOW_PX = 256

/** The easel of the program's icon. */
const EASEL = '<path d="M2.5 14 8 2l5.5 12M4 10.5h8" fill="none" stroke-width="2" stroke-linecap="round"/>'

interface StateBadge {
  readonly x: number
  readonly radius: number
  readonly color: string
  /** Cut out of the badge. */
  readonly sign: string
}

/** Each state has a shape of its own: a template has no colour, and not everybody sees one. */
const STATES: Readonly<Record<string, { readonly easel: string; readonly badge?: StateBadge }>> = {
  idle: { easel: ACCENT },
  working: { easel: ACCENT, badge: { x: 12.5, radius: 3, color: ACCENT, sign: '' } },
  attention: {
    easel: ACCENT,
    badge: { x: 11.5, radius: 4.5, color: AMBER, sign: exclamation(11.5, 8.9, 14.2, 1.5) },
  },
  paused: {
    easel: QUIET,
    badge: {
      x: 11.5,
      radius: 4.5,
      color: QUIET,
      sign: '<path d="M9.5 9.5h1.5v4h-1.5zM12 9.5h1.5v4h-1.5z"/>',
    },
  },
}

/** Every icon by its path below `assets/`; the same drawings give the same pixels. */
export async function drawIcons(assetsDir = join(ROOT, 'assets')): Promise<ReadonlyMap<string, Buffer>> {
  const drawing = await readFile(join(assetsDir, 'icon.svg'))
  const sized = await Promise.all(
    SIZES_PX.map(
      async (sizePx) => [`icons/${sizePx}x${sizePx}.png`, await draw(drawing, VIEW_BOX_PX, sizePx)] as const,
    ),
  )
  const largest = await draw(drawing, VIEW_BOX_PX, 1_024)
  return new Map<string, Buffer>([
    ...sized,
    ['icons/icon.icns', made(createICNS(largest, BILINEAR, 0), 'icon.icns')],
    ['icons/icon.ico', made(createICO(largest, BILINEAR, 0, true, true), 'icon.ico')],
    ['shell/window.png', await draw(drawing, VIEW_BOX_PX, WINDOW_PX)],
    ...(await drawShellIcons()),
  ])
}

/** `npm run icons`: writes the icons into `assets/`. */
export async function makeIcons(): Promise<number> {
  const icons = await drawIcons()
  for (const folder of ['icons', 'shell']) await mkdir(join(ROOT, 'assets', folder), { recursive: true })
  for (const [path, bytes] of icons) await writeFile(join(ROOT, 'assets', path), bytes)
  process.stdout.write(`${icons.size} icons are in assets.\n`)
  return 0
}

/** `tray-STATE.png` in colour, `tray-STATE-template.png` in black for macOS, the badge of the taskbar and the card of a drag. */
function drawShellIcons(): Promise<readonly (readonly [string, Buffer])[]> {
  const drawings = new Map([
    [
      'badge',
      [`<circle cx="8" cy="8" r="7.5" fill="${AMBER}"/>${exclamation(8, 3.5, 12.5, 2.2, '#fff')}`, TRAY_PX],
    ],
    [
      'card',
      [
        `<rect x="1" y="1" width="14" height="14" rx="2" fill="${ACCENT}"/>` +
          `<g transform="matrix(.72 0 0 .72 2.1 2.1)" stroke="#fff">${EASEL}</g>`,
        CARD_PX,
      ],
    ],
    ...Object.keys(STATES).flatMap((state) => [
      [`tray-${state}`, [trayShapes(state), TRAY_PX]] as const,
      [`tray-${state}-template`, [trayShapes(state, '#000'), TRAY_PX]] as const,
    ]),
  ] as const)
  return Promise.all(
    [...drawings].map(async ([name, [shapes, sizePx]]) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${GRID} ${GRID}" width="${GRID}" height="${GRID}">${shapes}</svg>`
      return [`shell/${name}.png`, await draw(Buffer.from(svg), GRID, sizePx)] as const
    }),
  )
}

/** `ink` replaces every colour. */
function trayShapes(state: string, ink?: string): string {
  const { easel, badge } = STATES[state] ?? { easel: ACCENT }
  const base = (mask: string) => `<g stroke="${ink ?? easel}"${mask}>${EASEL}</g>`
  if (!badge) return base('')
  const { x, radius, color, sign } = badge
  const circle = (by: number) => `<circle cx="${x}" cy="${x}" r="${radius + by}"/>`
  const mask = (id: string, cut: string) =>
    `<mask id="${id}"><path d="M0 0h16v16H0z" fill="#fff"/>${cut}</mask>`
  return `${mask('gap', circle(1))}${mask('sign', sign)}${base(' mask="url(#gap)"')}<g fill="${ink ?? color}" mask="url(#sign)">${circle(0)}</g>`
}

function exclamation(x: number, top: number, bottom: number, width: number, color = '#000'): string {
  const half = width / 2
  return (
    `<path d="M${x} ${top + half}V${bottom - 2 * width}" stroke="${color}" stroke-width="${width}" stroke-linecap="round"/>` +
    `<circle cx="${x}" cy="${bottom - half}" r="${half}" fill="${color}"/>`
  )
}

async function draw(svg: Buffer, viewBoxPx: number, sizePx: number): Promise<Buffer> {
  // Drawn at its own size or above, then made smaller: thin lines keep their weight.
  const density = BASE_DENSITY * Math.max(1, (4 * sizePx) / viewBoxPx)
  return sharp(svg, { density }).resize(sizePx, sizePx).png({ compressionLevel: 9 }).toBuffer()
}

function made(bytes: Buffer | null, name: string): Buffer {
  if (bytes === null) throw new Error(`${name} could not be made of the drawing.`)
  return bytes
}
