/**
 * Writes the drums: a groove that thins out or fills up with each section's energy, fills before a new section, a crash on it.
 */
import type { Random } from '../../paint/random.ts'
import type { DrumHit, DrumName, Section } from '../score.ts'
import { GROOVES, type Groove, type GrooveName } from './grooves.ts'

const LEVELS: Readonly<Record<string, number>> = { X: 1, x: 0.74, o: 0.4 }
/** What plays in a section of little energy. */
const QUIET: readonly DrumName[] = ['hat', 'ride', 'shaker', 'rim', 'kick']
const FILLS: readonly Groove[] = [
  { snare: '........o.x.xxXX' },
  { snare: '........x..x....', tom: '..........x..xx.', 'low-tom': '..............xX' },
  { tom: '............xx..', 'low-tom': '..............xx' },
  { snare: '............oxxX', kick: 'X.......x.......' },
]
const SIXTEENTH = 1 / 4

/** The hits for all `sections`; sections below an energy of 0.45 get few or none. */
export function writeDrums(
  name: GrooveName,
  sections: readonly Section[],
  beatsPerBar: number,
  random: Random,
): readonly DrumHit[] {
  const groove: Groove = GROOVES[name]
  const hasCrash = name !== 'heartbeat' && name !== 'waltz' && name !== 'brush'
  return sections.flatMap((section, index) => {
    if (section.energy < 0.33) return []
    const isQuiet = section.energy < 0.55
    const next = sections[index + 1]
    const hits: DrumHit[] = []
    for (let bar = 0; bar < section.bars; bar += 1) {
      const start = (section.firstBar + bar) * beatsPerBar
      const isLast = bar === section.bars - 1
      const leadsOn = isLast && next !== undefined && next.energy >= 0.55 && hasCrash && beatsPerBar === 4
      const fill = leadsOn ? FILLS[Math.floor(random() * FILLS.length)] : undefined
      hits.push(...playBar(groove, start, beatsPerBar, isQuiet, fill, section.energy, random))
      if (bar === 0 && section.energy >= 0.65 && hasCrash)
        hits.push({ start, drum: 'crash', velocity: 0.35 + section.energy * 0.3 })
    }
    return hits
  })
}

function playBar(
  groove: Groove,
  start: number,
  beatsPerBar: number,
  isQuiet: boolean,
  fill: Groove | undefined,
  energy: number,
  random: Random,
): readonly DrumHit[] {
  const hits: DrumHit[] = []
  const add = (drum: DrumName, pattern: string, from: number, to: number): void => {
    for (let step = from; step < to; step += 1) {
      const level = LEVELS[pattern[step] ?? '.']
      if (level === undefined || (level < 0.5 && random() < 0.22)) continue
      const velocity = level * (0.72 + energy * 0.28) * (0.94 + random() * 0.12)
      hits.push({ start: start + step * SIXTEENTH, drum, velocity: Math.min(1, velocity) })
    }
  }
  const steps = beatsPerBar * 4
  const fillFrom = fill === undefined ? steps : steps / 2
  for (const [drum, pattern] of Object.entries(groove) as [DrumName, string][]) {
    if (isQuiet && !QUIET.includes(drum)) continue
    add(drum, pattern, 0, drum === 'kick' || drum === 'hat' ? steps : fillFrom)
  }
  for (const [drum, pattern] of Object.entries(fill ?? {}) as [DrumName, string][]) {
    if (drum !== 'kick') add(drum, pattern, fillFrom, steps)
  }
  return hits
}
