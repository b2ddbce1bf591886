/**
 * The captions of a timeline as SubRip (`.srt`) and WebVTT (`.vtt`).
 *
 * Source: W3C, WebVTT: The Web Video Text Tracks Format, 4.1; SubRip has no specification, and is written as players agree on it.
 */
import { msOf } from '../frame-rate.ts'
import { plainLines } from '../plain-text.ts'
import type { Timeline } from '../timeline.ts'

interface Cue {
  readonly startMs: number
  readonly endMs: number
  readonly lines: readonly string[]
}

function cuesOf({ clips, rate }: Timeline): readonly Cue[] {
  return clips.flatMap(({ start, frames, caption = '' }) => {
    const lines = plainLines(caption)
    return lines.length === 0
      ? []
      : [{ startMs: msOf(start, rate), endMs: msOf(start + frames, rate), lines }]
  })
}

export function hasCaptions({ clips }: Pick<Timeline, 'clips'>): boolean {
  return clips.some(({ caption = '' }) => plainLines(caption).length > 0)
}

export function writeSrt(timeline: Timeline): string {
  const cues = cuesOf(timeline).map(
    ({ startMs, endMs, lines }, at) =>
      `${at + 1}\n${clock(startMs, ',')} --> ${clock(endMs, ',')}\n${lines.map(withoutArrow).join('\n')}\n`,
  )
  return cues.join('\n')
}

export function writeVtt(timeline: Timeline): string {
  const cues = cuesOf(timeline).map(
    ({ startMs, endMs, lines }) =>
      `\n${clock(startMs, '.')} --> ${clock(endMs, '.')}\n${lines.map(escapeVtt).join('\n')}\n`,
  )
  return `WEBVTT\n${cues.join('')}`
}

function clock(ms: number, point: string): string {
  const [hours, minutes, seconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1_000) % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  )
  return `${hours}:${minutes}:${seconds}${point}${String(ms % 1_000).padStart(3, '0')}`
}

/** What would begin another cue. The format has no way to escape it. */
function withoutArrow(line: string): string {
  return line.replaceAll('-->', '→')
}

function escapeVtt(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
