/**
 * Paints the plates of a landscape: sky, clouds, each layer of land, what grows on the nearest and what floats.
 *
 * The drawing is the picture styles' own; here it is lifted off its ground and each plate is painted in brush strokes.
 */
import { paintWithBrush } from '../../paint/brush.ts'
import { createCanvas, type Canvas } from '../../paint/canvas.ts'
import { createPen } from '../../paint/pen.ts'
import { drawSkyline, plantTrees } from '../../paint/scene/compose-scene.ts'
import type { Light } from '../../paint/scene/light.ts'
import { drawDisc, drawSky } from '../../paint/scene/sky.ts'
import { drawSubjects, type Focus } from '../../paint/scene/subjects.ts'
import { drawLayer, type LandLayer } from '../../paint/scene/terrain.ts'
import { drawUndergrowth } from '../../paint/scene/undergrowth.ts'
import { between, createRandom } from '../../paint/random.ts'
import { drawFir } from '../../paint/scene/trees.ts'
import type { SubjectKind } from '../../paint/vocabulary.ts'
import { liftOff, spreadColor, type Matte } from '../matte.ts'
import { plateOf } from '../plate.ts'
import type { NamedPlates } from '../stage.ts'
import { cloudTravel } from './clouds.ts'
import { shoreOf, type Survey } from './survey.ts'

/** Noise that is nothing anywhere: a sky drawn with it has no clouds. */
const NO_CLOUDS = { at: () => -1, fbm: () => -1, ridged: () => 0 }
const BLACK = [0, 0, 0] as const
const WHITE = [1, 1, 1] as const

type Recipe = (survey: Survey) => NamedPlates

/** What there is to paint, each entry a job of its own. */
export function listRecipes({ layers, reading, setting }: Survey): readonly Recipe[] {
  const asked = (kinds: readonly SubjectKind[]): boolean =>
    reading.subjects.some(({ kind }) => kinds.includes(kind))
  const recipes: Recipe[] = [
    paintSky,
    (survey) => paintClouds(survey, 'clouds', setting.weather),
    paintTrees,
    paintGround,
    paintGrowth,
  ]
  if (setting.weather !== 'fog') recipes.push((survey) => paintClouds(survey, 'highClouds', 'fog'))
  for (const [index, layer] of layers.entries()) {
    if (layer.kind !== 'ground') recipes.push((survey) => paintLayer(survey, layer, index))
  }
  if (asked(STANDING)) recipes.push((survey) => paintSubjects(survey, 'standing', STANDING))
  if (asked(['boat'])) recipes.push((survey) => paintSubjects(survey, 'boats', ['boat']))
  if (asked(['balloon'])) recipes.push((survey) => paintSubjects(survey, 'balloons', ['balloon']))
  return recipes
}

function paintSky(survey: Survey): NamedPlates {
  const { setting, light, width, height, reading } = survey
  const depth = Math.min(height, Math.ceil((setting.horizon + 0.16) * height))
  const canvas = createCanvas(width, height)
  /** In fog there are neither stars, which are drawn in each frame, nor a sun. */
  drawSky(canvas, { ...setting, weather: 'fog' }, light, NO_CLOUDS, survey.randomFor('sky'))
  const unit = Math.min(width, height)
  const [x, y] = [setting.sunX * width, setting.sunY * height]
  const asked = reading.subjects.some(({ kind }) => kind === 'moon' || kind === 'sun')
  if (asked || setting.weather === 'clear' || setting.weather === 'cloudy')
    drawDisc(canvas, setting, light, x, y, unit)
  const disc = { x, y, radius: unit * 0.075 }
  return { sky: plateOf(brushed(survey, cut(canvas, 0, depth), 'sky', [disc]), null) }
}

/** Clouds alone: the sky is drawn in front of black and in front of white, and what differs is not cloud. */
function paintClouds(
  survey: Survey,
  name: 'clouds' | 'highClouds',
  weather: Survey['setting']['weather'],
): NamedPlates {
  const { light, height } = survey
  /** The sky of these kinds of weather is as cloudy, and has no sun that would be lifted off with the clouds. */
  const sunless = ({ clear: 'fog', cloudy: 'snow', fog: 'fog', rain: 'rain', snow: 'snow' } as const)[weather]
  const setting = { ...survey.setting, weather: sunless, time: 'day' as const }
  const width = survey.width + cloudTravel(survey, name)
  const depth = Math.min(height, Math.ceil((setting.horizon + 0.06) * height))
  const random = survey.randomFor(name)
  const noise = { ...survey.noise, fbm: shifted(survey, name === 'clouds' ? 0 : 57) }
  const draw = (ground: Light['sky'][number]['color']): Canvas => {
    const canvas = createCanvas(width, height)
    const sky = light.sky.map(({ at }) => ({ at, color: ground }))
    drawSky(canvas, setting, { ...light, sky, sun: BLACK }, noise, random)
    return cut(canvas, 0, depth)
  }
  const onBlack = draw(BLACK)
  const onWhite = draw(WHITE)
  const matte = liftOff(width, depth, (canvas) =>
    canvas.data.set(canvas.data[0] === 0 ? onBlack.data : onWhite.data),
  )
  smoothFill(matte, light)
  const canvas = brushed(survey, matte.canvas, name)
  return { [name]: plateOf(canvas, matte.cover) }
}

function shifted({ noise }: Survey, by: number): Survey['noise']['fbm'] {
  return (x, y, octaves) => noise.fbm(x + by, y + by * 0.37, octaves)
}

/** Where there is hardly any cloud its colour is unsure; there it is the colour of a lit cloud. */
function smoothFill({ canvas: { data }, cover }: Matte, { cloudLit }: Light): void {
  for (let spot = 0; spot < cover.length; spot += 1) {
    const sure = Math.min(1, (cover[spot] as number) * 5)
    for (const part of [0, 1, 2] as const) {
      const at = spot * 3 + part
      data[at] = (data[at] as number) * sure + cloudLit[part] * (1 - sure)
    }
  }
}

function paintLayer(survey: Survey, layer: LandLayer, index: number): NamedPlates {
  const { setting, light, noise, width, height, layers } = survey
  const next = layers[index + 1]
  const hidden = setting.water ? shoreOf(survey).row : lowestOf(next?.top ?? layer.top)
  const until = Math.min(height, Math.ceil(hidden + 0.06 * height))
  const matte = liftOff(width, height, (canvas) => {
    const random = survey.randomFor(`layer ${index}`)
    const pen = createPen(canvas)
    drawLayer(canvas, layer, setting, light, noise)
    if (setting.city && index === 1) drawSkyline(pen, canvas, setting, light, random)
    if (layer.kind !== 'mountain') plantTrees(pen, canvas, layer, setting, light, random, noise)
  })
  return finish(survey, matte, until, `layer${index}`, [])
}

function paintGround(survey: Survey): NamedPlates {
  const { setting, light, noise, width, height, nearest } = survey
  const matte = liftOff(width, height, (canvas) => drawLayer(canvas, nearest, setting, light, noise))
  return finish(survey, matte, height, 'ground', [])
}

/** Grass and flowers, which the wind moves; their blades are strokes already. */
function paintGrowth(survey: Survey): NamedPlates {
  const { setting, light, noise, width, height, nearest } = survey
  const matte = liftOff(width, height, (canvas) => {
    drawUndergrowth(canvas, nearest, setting, light, noise, survey.randomFor('undergrowth'))
  })
  return finish(survey, matte, height, 'growth', null)
}

/** The trees on the nearest land, which the wind moves too. */
function paintTrees(survey: Survey): NamedPlates {
  const { setting, light, noise, width, height, nearest, reading, request } = survey
  const asked = reading.subjects.filter(({ kind }) => kind === 'tree')
  const conifers = asked.length > 0 && CONIFERS.test(request.prompt)
  const matte = liftOff(width, height, (canvas) => {
    const random = survey.randomFor('trees')
    plantTrees(createPen(canvas), canvas, nearest, setting, light, random, noise)
    if (conifers) plantFirs(canvas, survey, asked[0]?.count ?? 1)
    else
      drawSubjects({ canvas, setting, light, ground: nearest.top, random }, { ...reading, subjects: asked })
  })
  return finish(survey, matte, height, 'trees', [])
}

const CONIFERS = /\b(?:pine|fir|spruce|conifer|larch)s?\b/iu

/** Groups of firs at both sides: the words ask for trees of a kind that the landscape's own trees are not. */
function plantFirs(canvas: Canvas, survey: Survey, count: number): void {
  const { setting, light, nearest, width, height } = survey
  const random = survey.randomFor('firs')
  const pen = createPen(canvas)
  const size = (0.46 * Math.min(width, height)) / Math.max(1, count ** 0.2)
  const places = Array.from({ length: count * 2 }, (_, index) => {
    const share = index % 2 === 0 ? between(random, 0, 0.27) : between(random, 0.73, 1)
    const x = share * width
    const top = nearest.top[Math.min(width - 1, Math.round(x))] ?? height
    return {
      x,
      y: top + height * between(random, 0.01, 0.06),
      height: size * between(random, 0.55, 1.1),
      far: 0.02,
    }
  })
  for (const place of places.toSorted((a, b) => a.y - b.y)) drawFir(pen, place, setting, light, random)
}

const STANDING: readonly SubjectKind[] = ['fox', 'wolf', 'cat', 'deer', 'house']

function paintSubjects(survey: Survey, name: string, kinds: readonly SubjectKind[]): NamedPlates {
  const { setting, light, width, height, nearest, reading } = survey
  let focus: readonly Focus[] = []
  const subjects = reading.subjects.filter(({ kind }) => kinds.includes(kind))
  const matte = liftOff(width, height, (canvas) => {
    const random = survey.randomFor(name)
    focus = drawSubjects({ canvas, setting, light, ground: nearest.top, random }, { ...reading, subjects })
  })
  return finish(survey, matte, height, name, focus)
}

/**
 * Cuts a matte down to the rows that are seen, paints it and makes it a plate named `name`; no plate where nothing is drawn.
 * Without `focus` (null) it stays as it was drawn.
 */
function finish(
  survey: Survey,
  matte: Matte,
  until: number,
  name: string,
  focus: readonly Focus[] | null,
): NamedPlates {
  const { width, height } = survey
  const covered = (row: number): boolean =>
    matte.cover.subarray(row * width, (row + 1) * width).some((cover) => cover > 0.01)
  let top = 0
  while (top < until && !covered(top)) top += 1
  if (top === until) return {}
  let bottom = until
  while (!covered(bottom - 1)) bottom -= 1
  const from = Math.max(0, top - 6)
  const to = Math.min(height, Math.max(from + 8, bottom))
  const cover = matte.cover.slice(from * width, to * width)
  if (focus === null) return { [name]: plateOf(cut(matte.canvas, from, to), cover, from) }
  spreadColor(matte)
  /** The brush measures itself by the picture's shorter side, so it gets more than a strip. */
  const room = focus.length > 0 ? height : 0.5 * Math.min(survey.request.width, survey.request.height)
  const above = Math.max(0, Math.min(from, Math.floor((from + to - room) / 2)))
  const below = Math.min(height, Math.max(to, Math.ceil(above + room)))
  const moved = focus.map((spot) => ({ ...spot, y: spot.y - above }))
  const painted = brushed(survey, cut(matte.canvas, above, below), name, moved)
  const canvas = cut(painted, from - above, to - above)
  return { [name]: plateOf(canvas, frayed(survey, { canvas, cover }), from) }
}

/** The cover with its rim moved a little to and fro, as a loaded brush leaves it. */
function frayed({ noise, request }: Survey, { canvas: { width, height }, cover }: Matte): Float32Array {
  const unit = Math.min(request.width, request.height)
  const reach = unit * 0.0035
  const fine = 90 / unit
  const result = new Float32Array(cover.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const spot = y * width + x
      const inside = cover[spot] as number
      const left = cover[x >= 3 ? spot - 3 : spot] as number
      const right = cover[x < width - 3 ? spot + 3 : spot] as number
      const above = cover[y >= 3 ? spot - 3 * width : spot] as number
      const below = cover[y < height - 3 ? spot + 3 * width : spot] as number
      if (inside === left && inside === right && inside === above && inside === below) {
        result[spot] = inside
        continue
      }
      const sx = Math.round(x + noise.at(x * fine, y * fine * 0.6) * reach)
      const sy = Math.round(y + noise.at(x * fine + 40, y * fine) * reach)
      const cx = sx < 0 ? 0 : sx >= width ? width - 1 : sx
      const cy = sy < 0 ? 0 : sy >= height ? height - 1 : sy
      result[spot] = ((cover[cy * width + cx] as number) + inside) / 2
    }
  }
  return result
}

function brushed(survey: Survey, canvas: Canvas, name: string, focus: readonly Focus[] = []): Canvas {
  const random = createRandom(`film brush ${name} ${survey.request.prompt}`, survey.request.seed)
  const unit = Math.min(survey.request.width, survey.request.height)
  const size = (0.018 * unit) / Math.min(canvas.width, canvas.height)
  return paintWithBrush(canvas, { size, sizes: 4, freedom: 0.3 }, focus, survey.noise, random)
}

function cut({ width, data }: Canvas, from: number, to: number): Canvas {
  return { width, height: to - from, data: data.slice(from * width * 3, to * width * 3) }
}

function lowestOf(rows: Float32Array): number {
  let lowest = 0
  for (const row of rows) lowest = Math.max(lowest, row)
  return lowest
}
