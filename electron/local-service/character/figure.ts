/**
 * Draws a character as SVG: from the front, half from the side, and from behind.
 *
 * Its parts are the lines of `figure-parts.json`: on which sides it is seen ("front" is both that show the face), what it is coloured as (with
 * "-" a little darker), and its path. The ground is y = 0, the top of the head about -200, x = 0 in the middle.
 */
import { hexOf, mix, oklch, shift, type Rgb } from '../image/color.ts'
import { circle, group, shape } from '../image/svg.ts'
import type { CharacterStyle, Design, View } from './design.ts'
import parts from './figure-parts.json' with { type: 'json' }

/** The face: what the eyes and the mouth do. */
export const MOODS = ['calm', 'happy', 'cross', 'surprised'] as const
export type Mood = (typeof MOODS)[number]

const INK = oklch(0.3, 0.02, 40)
const PAPER = oklch(0.97, 0.01, 90)

export function drawCharacterFigure(design: Design, style: CharacterStyle, view: View, mood: Mood): string {
  const colors = colorsOf(design)
  const tails: Readonly<Record<string, readonly string[]>> = parts.tails
  const turn = view === 'three-quarter' ? -7 : 0
  const draw = (lines: readonly string[], moved = 0): string => drawParts(lines, colors, style, view, moved)
  const { role, species, hair } = design
  const isHuman = species === 'human'
  const prop = draw(parts.props[role.prop])
  const isBack = view === 'back'
  const figure = [
    design.hasCape ? draw(parts.capeBehind) : '',
    draw(tails[species] ?? []),
    isBack ? prop : '',
    draw(parts.legs),
    draw(parts.outfits[role.outfit], turn * 0.7),
    draw(parts.arms),
    design.hasCape ? draw(parts.capeOver) : '',
    isBack ? '' : prop,
    isHuman && hair === 'long' ? draw(parts.longHairFront) : '',
    draw(parts.ears[species]),
    draw(species === 'robot' ? parts.squareSkull : parts.skull),
    design.hasBeard ? draw(parts.beard, turn * 0.6) : '',
    isHuman || species === 'robot' ? '' : draw(parts.snout, turn),
    isBack ? '' : face(design, mood, turn),
    isHuman && hair !== 'bald' ? draw(parts.hair) : '',
    isHuman && hair === 'bun' ? draw(parts.bun) : '',
    isHuman && hair === 'curly' ? draw(parts.curls) : '',
    isHuman && hair === 'long' ? draw(parts.longHairBack) : '',
    draw(parts.hats[role.hat]),
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
  lines: readonly string[],
  colors: Readonly<Record<string, Rgb>>,
  style: CharacterStyle,
  view: View,
  moved: number,
): string {
  const stroke = `stroke="${hexOf(INK)}" stroke-width="${style === 'line' ? 1.8 : 1.1}" stroke-linejoin="round"`
  const seen = view === 'back' ? 'back' : 'front'
  return lines
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

function face({ species, hasGlasses, colors }: Design, mood: Mood, turn: number): string {
  const ink = hexOf(INK)
  const line = `fill="none" stroke="${ink}" stroke-width="1.9" stroke-linecap="round"`
  const cheek = hexOf(mix(colors.skin, oklch(0.68, 0.16, 22), 0.3))
  const glass = hasGlasses ? circle([0, -168], 9, '#ffffff', `fill-opacity="0.22" stroke="${ink}"`) : ''
  const iris = species === 'robot' ? '#4fd8ff' : ink
  const open = `<ellipse cx="0" cy="-168" rx="3.8" ry="${mood === 'surprised' ? 6.4 : 4.6}" fill="${iris}"/>${circle([1.2, -170], 1.3, '#fff')}`
  const eye = mood === 'happy' ? `<path d="M-5 -168 q5 -6 10 0" ${line}/>` : open
  const half = circle([6, -157], 4.5, cheek) + eye + `<path d="${parts.brows[mood]}" ${line}/>` + glass
  const nose =
    species === 'human' || species === 'robot'
      ? `<path d="M0 -162 q-3 5 1 5" ${line}/>`
      : `<ellipse cx="0" cy="-159" rx="4.5" ry="3" fill="${ink}"/>`
  const sides =
    group([half], 'transform="translate(11 0)"') + group([half], 'transform="translate(-11 0) scale(-1 1)"')
  return group(
    [sides, nose, `<path d="M-6 -151 ${parts.mouths[mood]}" ${line}/>`],
    `transform="translate(${turn} 0)"`,
  )
}
