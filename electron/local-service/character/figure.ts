/**
 * Draws a character as SVG: from the front, half from the side, and from behind.
 *
 * Its parts are text, a line each: on which sides it is seen ("front" is both that show the face), what it is coloured as (with
 * "-" a little darker), and its path. The ground is y = 0, the top of the head about -200, x = 0 in the middle.
 */
import { hexOf, mix, oklch, shift, type Rgb } from '../image/color.ts'
import { circle, group, shape } from '../image/svg.ts'
import type { CharacterStyle, View } from './character-job.ts'
import type { Design, Hat, Outfit, Prop, Species } from './design.ts'

/** The face: what the eyes and the mouth do. */
export const MOODS = ['calm', 'happy', 'cross', 'surprised'] as const
export type Mood = (typeof MOODS)[number]

const INK = oklch(0.3, 0.02, 40)
const PAPER = oklch(0.97, 0.01, 90)

const OUTFITS: Readonly<Record<Outfit, string>> = {
  robe: `
all main M-20 -132 Q0 -138 20 -132 L34 -6 Q0 4 -34 -6 Z
all accent M-25 -88 L25 -88 L26 -80 L-26 -80 Z
front second M-4 -134 L4 -134 L7 -90 L-7 -90 Z`,
  armour: `
all metal M-23 -132 Q0 -138 23 -132 L24 -84 L-24 -84 Z
all main M-25 -88 L25 -88 L31 -56 L-31 -56 Z
all leather M-25 -90 L25 -90 L25 -82 L-25 -82 Z
front accent M0 -124 L10 -112 L0 -96 L-10 -112 Z`,
  suit: `
all white M-25 -132 Q0 -140 25 -132 L27 -62 L-27 -62 Z
all main M-27 -84 L27 -84 L27 -77 L-27 -77 Z
back metal M-17 -128 L17 -128 L17 -88 L-17 -88 Z
front accent M-12 -116 L12 -116 L12 -98 L-12 -98 Z`,
  apron: `
all second M-21 -132 Q0 -138 21 -132 L29 -50 Q0 -44 -29 -50 Z
front main M-13 -126 L13 -126 L19 -54 L-19 -54 Z
all leather M-26 -86 L26 -86 L26 -79 L-26 -79 Z
front accent M-14 -134 L0 -122 L14 -134 L10 -140 L-10 -140 Z`,
  coat: `
all main M-21 -132 Q0 -138 21 -132 L29 -50 Q0 -44 -29 -50 Z
front main- M-1 -130 L1 -130 L2 -50 L-2 -50 Z
all leather M-26 -86 L26 -86 L26 -79 L-26 -79 Z
front accent M4 -116 h4 v4 h-4 Z M4 -102 h4 v4 h-4 Z M4 -70 h4 v4 h-4 Z
front accent M-14 -134 L0 -122 L14 -134 L10 -140 L-10 -140 Z`,
}
const LEGS = `
all cloth M-19 -72 L-3 -72 L-4 -8 L-18 -8 Z M3 -72 L19 -72 L18 -8 L4 -8 Z
all leather M-19 -16 L-3 -16 L-3 0 L-22 0 Q-23 -8 -19 -16 Z M3 -16 L19 -16 L19 0 L0 0 Q-1 -8 3 -16 Z`
const ARMS = `
all sleeve M18 -130 Q30 -128 32 -112 L40 -78 L27 -74 L17 -108 Z M-18 -130 Q-30 -128 -32 -112 L-40 -78 L-27 -74 L-17 -108 Z
all skin M27 -76 Q25 -64 33 -63 Q42 -64 40 -79 Z M-27 -76 Q-25 -64 -33 -63 Q-42 -64 -40 -79 Z`
const CAPE_BEHIND = 'front main- M-24 -134 L24 -134 L46 -12 Q0 -4 -46 -12 Z'
const CAPE_OVER = 'back main- M-22 -136 Q0 -140 22 -136 L40 -14 Q0 -4 -40 -14 Z'

const PROPS: Readonly<Record<Prop, string>> = {
  none: '',
  staff: `
all leather M-38 -2 L-34 -2 L-34 -150 L-38 -150 Z
all accent M-36 -162 L-29 -150 L-36 -140 L-43 -150 Z`,
  sword: `
all metal M-39 -74 L-33 -74 L-33 -148 L-36 -156 L-39 -148 Z
all leather M-46 -76 L-26 -76 L-26 -71 L-46 -71 Z`,
  lantern: 'all glow M-37 -66 h2 v14 h7 L-26 -28 L-46 -28 L-44 -52 h7 Z',
  cup: 'all white M-44 -84 L-28 -84 L-30 -70 L-42 -70 Z',
  flowers: `
all leather M-37 -64 L-41 -86 L-36 -66 L-32 -88 L-35 -64 Z
all main M-46 -90 a6 6 0 1 0 12 0 a6 6 0 1 0 -12 0 Z
all accent M-38 -92 a6 6 0 1 0 12 0 a6 6 0 1 0 -12 0 Z`,
}
const HATS: Readonly<Record<Hat, string>> = {
  none: '',
  dome: '',
  helmet: `
all metal M-31 -172 Q-33 -212 0 -212 Q33 -212 31 -172 L22 -180 L-22 -180 Z
all accent M-3 -212 Q0 -236 20 -226 Q8 -222 5 -210 Z`,
  pointed: `
all main M-24 -190 Q-4 -230 10 -262 Q14 -226 25 -190 Z
all main- M-42 -186 Q0 -202 42 -186 Q0 -176 -42 -186 Z
all accent M-24 -194 L25 -194 L23 -202 L-20 -202 Z`,
  cap: `
all second M-29 -188 Q-30 -214 0 -214 Q30 -214 29 -188 Z
all second- M-32 -190 L20 -190 L18 -183 Q-10 -180 -36 -184 Z`,
  toque: `
all white M-22 -190 L22 -190 L24 -206 Q40 -220 22 -230 Q10 -242 -4 -232 Q-28 -238 -28 -220 Q-36 -210 -24 -206 Z`,
  brimmed: `
all second M-24 -192 Q-22 -222 0 -220 Q22 -222 24 -192 Z
all second- M-46 -188 Q0 -202 46 -188 Q0 -180 -46 -188 Z
all accent M-24 -200 h48 v6 h-48 Z`,
  crown: 'all glow M-22 -192 L-25 -216 L-11 -204 L0 -220 L11 -204 L25 -216 L22 -192 Z',
}
const POINTED_EARS = 'all skin M-10 -196 L-30 -228 L-29 -182 Z M10 -196 L30 -228 L29 -182 Z'
const EARS: Readonly<Record<Species, string>> = {
  fox: POINTED_EARS,
  cat: POINTED_EARS,
  rabbit: `
all skin M-6 -196 Q-4 -252 -16 -252 Q-26 -250 -21 -192 Z M6 -196 Q4 -252 16 -252 Q26 -250 21 -192 Z`,
  bear: `
all skin M-14 -198 Q-18 -216 -30 -206 Q-36 -194 -26 -186 Z M14 -198 Q18 -216 30 -206 Q36 -194 26 -186 Z`,
  robot: 'all metal M-33 -176 h7 v14 h-7 Z M26 -176 h7 v14 h-7 Z',
  human: `
all skin M-26 -174 Q-34 -176 -32 -166 Q-30 -158 -26 -160 Z M26 -174 Q34 -176 32 -166 Q30 -158 26 -160 Z`,
}
const TAILS: Readonly<Partial<Record<Species, string>>> = {
  fox: 'all skin M16 -66 Q64 -70 58 -22 Q40 -34 14 -50 Z',
  cat: 'all skin M16 -62 Q52 -40 44 -92 L50 -92 Q62 -34 16 -54 Z',
}
const SKULL = 'all skin M0 -202 Q29 -202 28 -170 Q27 -140 0 -138 Q-27 -140 -28 -170 Q-29 -202 0 -202 Z'
const SQUARE_SKULL = 'all skin M-26 -196 L26 -196 L26 -144 L-26 -144 Z'
const LONG_HAIR = 'hair M-29 -178 Q-34 -116 -22 -112 L22 -112 Q34 -116 29 -178 Z'
const BEARD = 'front hair M-25 -164 Q-22 -118 0 -112 Q22 -118 25 -164 Q12 -152 0 -153 Q-12 -152 -25 -164 Z'
const SNOUT = 'front skin+ M-11 -158 Q0 -166 11 -158 Q10 -145 0 -145 Q-10 -145 -11 -158 Z'
const HAIR = `
back hair M0 -206 Q33 -206 31 -166 Q28 -142 0 -141 Q-28 -142 -31 -166 Q-33 -206 0 -206 Z
front hair M-30 -168 Q-34 -208 0 -208 Q34 -208 30 -168 Q26 -186 12 -188 Q0 -184 -10 -189 Q-26 -184 -30 -168 Z`
const BUN = 'all hair M-10 -206 Q-12 -222 0 -222 Q12 -222 10 -206 Z'
const CURLS = `
all hair M-38 -176 a10 10 0 1 0 20 0 a10 10 0 1 0 -20 0 Z M-32 -196 a10 10 0 1 0 20 0 a10 10 0 1 0 -20 0 Z
all hair M18 -176 a10 10 0 1 0 20 0 a10 10 0 1 0 -20 0 Z M12 -196 a10 10 0 1 0 20 0 a10 10 0 1 0 -20 0 Z
all hair M-10 -206 a10 10 0 1 0 20 0 a10 10 0 1 0 -20 0 Z`

/** The whole character. */
export function drawCharacterFigure(
  design: Design,
  style: CharacterStyle,
  view: View,
  mood: Mood = 'calm',
): string {
  const colors = colorsOf(design)
  const turn = view === 'three-quarter' ? -7 : 0
  const draw = (parts: string, moved = 0): string => drawParts(parts, colors, style, view, moved)
  const { role, species, hair } = design
  const isHuman = species === 'human'
  const prop = draw(PROPS[role.prop])
  const isBack = view === 'back'
  const figure = [
    design.hasCape ? draw(CAPE_BEHIND) : '',
    draw(TAILS[species] ?? ''),
    isBack ? prop : '',
    draw(LEGS),
    draw(OUTFITS[role.outfit], turn * 0.7),
    draw(ARMS),
    design.hasCape ? draw(CAPE_OVER) : '',
    isBack ? '' : prop,
    isHuman && hair === 'long' ? draw(`front ${LONG_HAIR}`) : '',
    draw(EARS[species]),
    draw(species === 'robot' ? SQUARE_SKULL : SKULL),
    design.hasBeard ? draw(BEARD, turn * 0.6) : '',
    isHuman || species === 'robot' ? '' : draw(SNOUT, turn),
    isBack ? '' : face(design, mood, turn),
    isHuman && hair !== 'bald' ? draw(HAIR) : '',
    isHuman && hair === 'bun' ? draw(BUN) : '',
    isHuman && hair === 'curly' ? draw(CURLS) : '',
    isHuman && hair === 'long' ? draw(`back ${LONG_HAIR}`) : '',
    draw(HATS[role.hat]),
    role.hat === 'dome' ? circle([0, -172], 42, '#cfe9ff', `fill-opacity="0.28" stroke="${hexOf(INK)}"`) : '',
  ]
  const scale = design.age === 'child' ? 0.8 : 1
  return group(figure, `transform="scale(${scale * (design.isBroad ? 1.14 : 1)} ${scale})"`)
}

function colorsOf({ colors, species, role }: Design): Readonly<Record<string, Rgb>> {
  const metal = oklch(0.74, 0.02, 240)
  const white = oklch(0.95, 0.008, 240)
  const cloth = species === 'robot' || role.outfit === 'armour' ? metal : colors.second
  const sleeves = { armour: metal, apron: colors.second, suit: white, coat: colors.main, robe: colors.main }
  return { ...colors, metal, white, cloth, sleeve: sleeves[role.outfit], glow: oklch(0.86, 0.14, 85) }
}

/** The parts that this side shows; those of the front are moved by `moved` where the character is turned. */
function drawParts(
  parts: string,
  colors: Readonly<Record<string, Rgb>>,
  style: CharacterStyle,
  view: View,
  moved: number,
): string {
  const stroke = `stroke="${hexOf(INK)}" stroke-width="${style === 'line' ? 1.8 : 1.1}" stroke-linejoin="round"`
  const seen = view === 'back' ? 'back' : 'front'
  return parts
    .split('\n')
    .map((line) => /^(\w+) (\w+)([+-]?) (.+)$/u.exec(line))
    .map((found) => {
      const [, side = '', name = '', change = '', path = ''] = found ?? []
      if (side !== 'all' && side !== seen) return ''
      const own = shift(colors[name] ?? INK, change === '-' ? -0.07 : change === '+' ? 0.14 : 0)
      const color = style === 'line' ? mix(own, PAPER, 0.62) : own
      const place = side === 'front' ? `transform="translate(${moved} 0)"` : ''
      return shape(path, hexOf(color), `${stroke} ${place}`)
    })
    .join('')
}

const MOUTHS: Readonly<Record<Mood, string>> = {
  calm: 'q6 3.5 12 0',
  happy: 'q6 9 12 0',
  cross: 'q6 -5 12 0',
  surprised: 'q6 8 12 0 q-6 -8 -12 0',
}
const BROWS: Readonly<Record<Mood, string>> = {
  calm: 'M-5 -178 q5 -3 10 0',
  happy: 'M-5 -179 q5 -4 10 0',
  cross: 'M-5 -174 L6 -179',
  surprised: 'M-5 -182 q5 -4 10 0',
}

function face({ species, hasGlasses, colors }: Design, mood: Mood, turn: number): string {
  const ink = hexOf(INK)
  const line = `fill="none" stroke="${ink}" stroke-width="1.9" stroke-linecap="round"`
  const cheek = hexOf(mix(colors.skin, oklch(0.68, 0.16, 22), 0.3))
  const glass = hasGlasses ? circle([0, -168], 9, '#ffffff', `fill-opacity="0.22" stroke="${ink}"`) : ''
  const iris = species === 'robot' ? '#4fd8ff' : ink
  const open = `<ellipse cx="0" cy="-168" rx="3.8" ry="${mood === 'surprised' ? 6.4 : 4.6}" fill="${iris}"/>${circle([1.2, -170], 1.3, '#fff')}`
  const eye = mood === 'happy' ? `<path d="M-5 -168 q5 -6 10 0" ${line}/>` : open
  const half = circle([6, -157], 4.5, cheek) + eye + `<path d="${BROWS[mood]}" ${line}/>` + glass
  const nose =
    species === 'human' || species === 'robot'
      ? `<path d="M0 -162 q-3 5 1 5" ${line}/>`
      : `<ellipse cx="0" cy="-159" rx="4.5" ry="3" fill="${ink}"/>`
  const sides =
    group([half], 'transform="translate(11 0)"') + group([half], 'transform="translate(-11 0) scale(-1 1)"')
  return group(
    [sides, nose, `<path d="M-6 -151 ${MOUTHS[mood]}" ${line}/>`],
    `transform="translate(${turn} 0)"`,
  )
}
