/**
 * The colours that callings usually wear.
 */
import type { Tone } from './archetype.ts'

export const RED: Tone = [0.47, 0.17, 27]
export const ROYAL: Tone = [0.42, 0.15, 300]
export const NAVY: Tone = [0.36, 0.09, 262]
export const FOREST: Tone = [0.44, 0.08, 145]
export const SAND: Tone = [0.74, 0.07, 80]
export const EARTH: Tone = [0.42, 0.05, 60]
export const SNOW: Tone = [0.93, 0.015, 250]
export const GOLD: Tone = [0.76, 0.14, 82]
export const NIGHT: Tone = [0.28, 0.04, 280]
export const TEAL: Tone = [0.52, 0.09, 195]
export const SKY: Tone = [0.64, 0.1, 235]
export const ROSE: Tone = [0.66, 0.13, 8]
export const ORANGE: Tone = [0.68, 0.16, 52]
