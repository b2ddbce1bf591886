/**
 * SMPTE timecode.
 *
 * Source: SMPTE ST 12-1:2014, 5.2.2: drop-frame timecode leaves out the first numbers of each minute, except of every tenth, so that
 * 29.97 and 59.94 frames a second keep up with the clock. No frame is dropped, only its number.
 */
import { type FrameRate, nominalRate } from '../frame-rate.ts'

export function isDropFrame(rate: FrameRate): boolean {
  return rate.seconds === 1_001 && nominalRate(rate) % 30 === 0
}

/** The number of a frame, `01:00:00:00`; a semicolon before the frames says that it is drop-frame. */
export function timecode(frame: number, rate: FrameRate): string {
  const perSecond = nominalRate(rate)
  const isDrop = isDropFrame(rate)
  const number = isDrop ? frame + droppedBefore(frame, perSecond) : frame
  const seconds = Math.floor(number / perSecond)
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits)
  return `${parts.join(':')}${isDrop ? ';' : ':'}${twoDigits(number % perSecond)}`
}

/** The frame that `01:00:00:00` is. */
export function oneHour(rate: FrameRate): number {
  const perSecond = nominalRate(rate)
  const dropped = isDropFrame(rate) ? 54 * droppedNumbers(perSecond) : 0
  return 3_600 * perSecond - dropped
}

/** The numbers that are left out up to this frame. */
function droppedBefore(frame: number, perSecond: number): number {
  const dropped = droppedNumbers(perSecond)
  const inMinute = 60 * perSecond - dropped
  const inTenMinutes = 10 * inMinute + dropped
  const tens = Math.floor(frame / inTenMinutes)
  const rest = frame % inTenMinutes
  const minutes = rest < dropped ? 0 : Math.floor((rest - dropped) / inMinute)
  return dropped * (9 * tens + minutes)
}

function droppedNumbers(perSecond: number): number {
  return (perSecond / 30) * 2
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
