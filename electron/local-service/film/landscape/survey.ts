/**
 * Looks over a landscape before it is painted: light, land and subjects, and the size of the painting.
 *
 * Every thread surveys for itself; the same request gives the same landscape.
 */
import { createCanvas } from '../../paint/canvas.ts'
import { createNoise, type Noise } from '../../paint/noise.ts'
import { createRandom, type Random } from '../../paint/random.ts'
import { readPrompt, type Reading } from '../../paint/read-prompt.ts'
import { chooseLight, type Light } from '../../paint/scene/light.ts'
import { chooseSetting, type Setting } from '../../paint/scene/setting.ts'
import { chooseLayers, type LandLayer } from '../../paint/scene/terrain.ts'
import { moveInWords, type CameraMove } from '../camera.ts'
import { overscan, type FilmRequest } from '../stage.ts'

export interface Survey {
  readonly request: FilmRequest
  readonly reading: Reading
  readonly setting: Setting
  readonly light: Light
  readonly noise: Noise
  /** From far to near. */
  readonly layers: readonly LandLayer[]
  readonly nearest: LandLayer
  /** The whole painting, in pixels: the frame and what lies beyond it on every side. */
  readonly width: number
  readonly height: number
  readonly margin: { readonly x: number; readonly y: number }
  /** How fast the air moves; 1 is a breeze. */
  readonly wind: number
  /** 1 blows to the right. */
  readonly toward: 1 | -1
  readonly stormy: boolean
  readonly move: CameraMove
  /** A generator of its own for each part of the film, so that parts can be made in any order. */
  randomFor(part: string): Random
}

/** The landscape of `request`. */
export function surveyLandscape(request: FilmRequest): Survey {
  const { prompt, seed } = request
  const randomFor = (part: string): Random => createRandom(`film ${part} ${prompt}`, seed)
  const move = chooseMove(request, randomFor('camera'))
  const margin = overscan(request, move)
  const width = request.width + 2 * margin.x
  const height = request.height + 2 * margin.y
  const random = createRandom(`film scene ${prompt}`, seed)
  const noise = createNoise(random)
  const reading = readPrompt(prompt)
  const setting = chooseSetting(reading, random)
  const layers = chooseLayers(createCanvas(width, height), setting, random, noise)
  const nearest = layers.at(-1)
  if (nearest === undefined) throw new Error('A landscape has at least one layer.')
  const stormy = /\b(?:storm\w*|gale|hurricane|tempest|thunder\w*|wind\w*|blizzard)\b/iu.test(prompt)
  return {
    request,
    reading,
    setting,
    light: chooseLight(setting, reading),
    noise,
    layers,
    nearest,
    width,
    height,
    margin,
    wind: stormy ? 2.6 : reading.mood === 'calm' ? 0.7 : 1,
    toward: random() < 0.5 ? -1 : 1,
    stormy,
    move,
    randomFor,
  }
}

/** What the request or its words ask for; else a camera that suits most landscapes. */
function chooseMove({ camera, prompt }: FilmRequest, random: Random): CameraMove {
  const choice = random()
  return camera ?? moveInWords(prompt) ?? (choice < 0.5 ? 'push in' : choice < 0.75 ? 'pan right' : 'orbit')
}

/** How far away a land layer is, in distances of the nearest. */
export function distanceOf({ layers }: Survey, layer: LandLayer): number {
  if (layer.kind === 'ground') return 1.5
  const place = layers.indexOf(layer)
  const share = place / Math.max(1, layers.length - 1)
  return layer.kind === 'mountain' ? 13 - 9 * share : 8 - 6.4 * share
}

/** Where water begins, as a row of the painting, and how far away that is. */
export function shoreOf({ setting, height }: Survey): { readonly row: number; readonly distance: number } {
  return { row: Math.round((setting.horizon + 0.035) * height), distance: 7 }
}
