/**
 * What the drum kits are made of.
 */
import type { DrumName, KitName } from '../score.ts'

export interface Kit {
  readonly kick: {
    readonly hz: number
    /** How many times higher it begins. */
    readonly bend: number
    readonly seconds: number
    readonly click: number
    readonly drive: number
  }
  readonly snare: {
    readonly hz: number
    readonly tone: number
    readonly wires: number
    readonly seconds: number
    /** Where the wires' noise lies, in hertz. */
    readonly band: number
  }
  readonly rimHz: number
  readonly hatHz: number
  readonly hatSeconds: number
  readonly crashSeconds: number
  readonly tomHz: number
  readonly tomSeconds: number
  /** Coarse steps and one-bit noise. */
  readonly isCrushed?: boolean
}

const ACOUSTIC: Kit = {
  kick: { hz: 56, bend: 2.6, seconds: 0.32, click: 0.5, drive: 0.6 },
  snare: { hz: 188, tone: 0.5, wires: 0.8, seconds: 0.2, band: 2600 },
  rimHz: 820,
  hatHz: 540,
  hatSeconds: 0.07,
  crashSeconds: 1.8,
  tomHz: 92,
  tomSeconds: 0.42,
}

export const KITS: Readonly<Record<KitName, Kit>> = {
  acoustic: ACOUSTIC,
  brushes: {
    ...ACOUSTIC,
    kick: { ...ACOUSTIC.kick, click: 0.15, drive: 0.1, seconds: 0.26 },
    snare: { hz: 180, tone: 0.12, wires: 0.62, seconds: 0.24, band: 3600 },
  },
  dusty: {
    ...ACOUSTIC,
    kick: { hz: 52, bend: 2.2, seconds: 0.3, click: 0.25, drive: 1.6 },
    snare: { hz: 172, tone: 0.6, wires: 0.7, seconds: 0.18, band: 1700 },
    hatSeconds: 0.055,
  },
  electronic: {
    ...ACOUSTIC,
    kick: { hz: 48, bend: 4.2, seconds: 0.42, click: 0.4, drive: 1.4 },
    snare: { hz: 200, tone: 0.45, wires: 1, seconds: 0.26, band: 2200 },
    hatHz: 620,
    hatSeconds: 0.05,
  },
  chip: {
    ...ACOUSTIC,
    kick: { hz: 60, bend: 5, seconds: 0.16, click: 0, drive: 2.5 },
    snare: { hz: 220, tone: 0.15, wires: 0.8, seconds: 0.12, band: 3000 },
    hatSeconds: 0.035,
    crashSeconds: 0.5,
    isCrushed: true,
  },
  orchestral: {
    ...ACOUSTIC,
    kick: { hz: 44, bend: 1.7, seconds: 0.9, click: 0.2, drive: 0.3 },
    snare: { hz: 205, tone: 0.4, wires: 0.6, seconds: 0.16, band: 3000 },
    crashSeconds: 3.2,
    tomHz: 68,
    tomSeconds: 0.85,
  },
  hand: {
    ...ACOUSTIC,
    kick: { hz: 68, bend: 1.6, seconds: 0.28, click: 0.2, drive: 0.1 },
    rimHz: 2450,
    tomHz: 165,
    tomSeconds: 0.24,
  },
}

/** How loud each drum is in decibels, and where it stands from -1 (left) to 1. */
export const DRUM_PLACES: Readonly<Record<DrumName, { readonly decibels: number; readonly pan: number }>> = {
  kick: { decibels: -7, pan: 0 },
  snare: { decibels: -9, pan: 0.04 },
  rim: { decibels: -16, pan: 0.18 },
  clap: { decibels: -9.5, pan: -0.04 },
  hat: { decibels: -18.5, pan: 0.3 },
  'open-hat': { decibels: -18.5, pan: 0.3 },
  ride: { decibels: -22, pan: -0.32 },
  crash: { decibels: -19, pan: 0 },
  shaker: { decibels: -20, pan: -0.36 },
  tom: { decibels: -11, pan: 0.22 },
  'low-tom': { decibels: -10, pan: -0.2 },
}
