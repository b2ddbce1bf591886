/**
 * Effects that run block by block and remember what came before: chorus, tremolo, echo, ducking and an old record.
 */
import { addNoise, filter, highPass, highShelf, lowPass, rest } from '../synth/filters.ts'
import { SAMPLE_RATE } from '../synth/voice.ts'
import { PERIOD, sineTable } from '../synth/wavetables.ts'

/** Changes the first `length` samples of both sides in place. */
export type Effect = (left: Float32Array, right: Float32Array, length: number) => void

/** Each side is joined by a copy whose delay sways by a few milliseconds, in opposite directions. */
export function createChorus(hertz: number, milliseconds: number, wet: number): Effect {
  const size = 4096
  const lines = [new Float32Array(size), new Float32Array(size)] as const
  const lfo = sineTable()
  const step = (hertz / SAMPLE_RATE) * PERIOD
  const depth = (milliseconds / 1000) * SAMPLE_RATE
  const middle = depth * 1.5 + 300
  const state = { at: 0, phase: 0 }
  return (left, right, length) => {
    const [leftLine, rightLine] = lines
    let { at, phase } = state
    for (let index = 0; index < length; index += 1) {
      const sway = (lfo[phase | 0] as number) * depth
      leftLine[at] = left[index] as number
      rightLine[at] = right[index] as number
      left[index] = (left[index] as number) + wet * read(leftLine, at - middle - sway, size)
      right[index] = (right[index] as number) + wet * read(rightLine, at - middle + sway, size)
      at = (at + 1) & (size - 1)
      phase += step
      if (phase >= PERIOD) phase -= PERIOD
    }
    state.at = at
    state.phase = phase
  }
}

function read(line: Float32Array, place: number, size: number): number {
  const from = place < 0 ? place + size : place
  const whole = from | 0
  const value = line[whole & (size - 1)] as number
  return value + ((line[(whole + 1) & (size - 1)] as number) - value) * (from - whole)
}

/** The sound wanders from side to side, as in an electric piano's amplifier. */
export function createTremolo(hertz: number, depth: number): Effect {
  const lfo = sineTable()
  const step = (hertz / SAMPLE_RATE) * PERIOD
  const state = { phase: 0 }
  return (left, right, length) => {
    let { phase } = state
    for (let index = 0; index < length; index += 1) {
      const sway = (lfo[phase | 0] as number) * depth
      left[index] = (left[index] as number) * (1 + sway)
      right[index] = (right[index] as number) * (1 - sway)
      phase += step
      if (phase >= PERIOD) phase -= PERIOD
    }
    state.phase = phase
  }
}

/** Turns the sound down at each kick and lets it come back within a beat. `kicks` are in samples, rising. */
export function createDucking(kicks: readonly number[], depth: number, beatSeconds: number): Effect {
  const recovery = Math.exp(-1 / (beatSeconds * 0.24 * SAMPLE_RATE))
  const approach = 1 - Math.exp(-1 / (0.004 * SAMPLE_RATE))
  const state = { at: 0, next: 0, wanted: 0, now: 0 }
  return (left, right, length) => {
    let { at, next, wanted, now } = state
    for (let index = 0; index < length; index += 1) {
      if (at === kicks[next]) {
        wanted = depth
        next += 1
        while (kicks[next] !== undefined && (kicks[next] as number) <= at) next += 1
      }
      now += (wanted - now) * approach
      wanted *= recovery
      left[index] = (left[index] as number) * (1 - now)
      right[index] = (right[index] as number) * (1 - now)
      at += 1
    }
    Object.assign(state, { at, next, wanted, now })
  }
}

/** Replaces what comes in with its echoes, `seconds` apart, from side to side and duller each time. */
export function createEcho(seconds: number, feedback: number): Effect {
  const size = Math.max(1, Math.round(seconds * SAMPLE_RATE))
  const lines = [new Float32Array(size), new Float32Array(size)] as const
  const state = { at: 0, dullLeft: 0, dullRight: 0 }
  return (left, right, length) => {
    const [leftLine, rightLine] = lines
    let { at, dullLeft, dullRight } = state
    for (let index = 0; index < length; index += 1) {
      const outLeft = leftLine[at] as number
      const outRight = rightLine[at] as number
      dullLeft += 0.42 * (outLeft - dullLeft)
      dullRight += 0.42 * (outRight - dullRight)
      leftLine[at] = (left[index] as number) + (right[index] as number) * 0.3 + dullRight * feedback
      rightLine[at] = dullLeft
      left[index] = outLeft
      right[index] = outRight
      at += 1
      if (at === size) at = 0
    }
    Object.assign(state, { at, dullLeft, dullRight })
  }
}

/** An old record, `amount` 0 to 1: a dull top, a turntable that is not quite steady, crackle. */
export function createAge(amount: number, random: () => number): Effect {
  const size = 4096
  const [leftLine, rightLine] = [new Float32Array(size), new Float32Array(size)]
  const dull = lowPass(15_000 - 7_000 * amount)
  const air = highPass(1800)
  const [dullLeft, dullRight, airState] = [rest(), rest(), rest()]
  const lfo = sineTable()
  const surface = new Float32Array(size)
  const [slowStep, quickStep] = [(0.55 / SAMPLE_RATE) * PERIOD, (6.1 / SAMPLE_RATE) * PERIOD]
  const state = { at: 0, slow: 0, quick: 0 }
  return (left, right, length) => {
    filter(left, dull, dullLeft, length)
    filter(right, dull, dullRight, length)
    surface.fill(0, 0, length)
    addNoise(surface, 0.0014 * amount, random, length)
    addPops(surface, amount, length, random)
    filter(surface, air, airState, length)
    let { at, slow, quick } = state
    for (let index = 0; index < length; index += 1) {
      const sway = amount * (24 * (lfo[slow | 0] as number) + 2.2 * (lfo[quick | 0] as number))
      leftLine[at] = left[index] as number
      rightLine[at] = right[index] as number
      left[index] = read(leftLine, at - 40 - sway, size) + (surface[index] as number)
      right[index] = read(rightLine, at - 40 - sway, size) + (surface[index] as number)
      at = (at + 1) & (size - 1)
      slow += slowStep
      quick += quickStep
      if (slow >= PERIOD) slow -= PERIOD
      if (quick >= PERIOD) quick -= PERIOD
    }
    Object.assign(state, { at, slow, quick })
  }
}

/** About five scratches a second, most of them faint. */
function addPops(into: Float32Array, amount: number, length: number, random: () => number): void {
  if (random() > (5 * amount * length) / SAMPLE_RATE) return
  let pop = (random() - 0.5) * 0.12 * random()
  for (let at = Math.floor(random() * length); at < length; at += 1) {
    into[at] = (into[at] as number) + pop
    pop *= 0.9
  }
}

/** Lets nothing below what loudspeakers can show through, and raises or lowers the treble. */
export function createTone(trebleDecibels: number): Effect {
  const [rumble, shelf] = [highPass(28), highShelf(4200, trebleDecibels)]
  const states = [rest(), rest(), rest(), rest()] as const
  return (left, right, length) => {
    filter(left, rumble, states[0], length)
    filter(right, rumble, states[1], length)
    if (trebleDecibels === 0) return
    filter(left, shelf, states[2], length)
    filter(right, shelf, states[3], length)
  }
}
