/**
 * A timeline as an edit decision list, CMX 3600.
 *
 * A list of tapes knows cuts alone, two pairs of sound tracks, and names of eight characters. Which file a tape is, and what else is
 * known, stands in comments. Source: "CMX 3600 edit decision list", as EDLMAX's Guide to EDL Management (1995) describes it.
 */
import { plainLine } from '../plain-text.ts'
import type { Timeline, TimelineClip, TimelineSound } from '../timeline.ts'
import { isDropFrame, oneHour, timecode } from './timecode.ts'

/** Readers cut longer titles. */
const MAX_TITLE = 70

/** Lists begin at one hour: what lies before it may be a leader. */
export function writeEdl({ name, rate, clips, sounds }: Timeline): string {
  const begin = oneHour(rate)
  const reels = new Map<string, string>()
  const reelOf = (assetId: string): string => {
    const reel = reels.get(assetId) ?? `R${String(reels.size + 1).padStart(7, '0')}`
    reels.set(assetId, reel)
    return reel
  }
  const { separate, overlapping } = divide(sounds)
  let number = 0
  const event = (
    { source, start, from, frames }: TimelineClip | TimelineSound,
    channels: string,
    comments: readonly string[],
  ): string => {
    const times = [from, from + frames, begin + start, begin + start + frames].map((frame) =>
      timecode(frame, rate),
    )
    const fields = [
      String(++number).padStart(3, '0'),
      ` ${reelOf(source.assetId)}`,
      channels.padEnd(5),
      'C       ',
      ...times,
    ]
    return [fields.join(' '), ...comments].join('\n')
  }
  const lines = [
    `TITLE: ${plainLine(name).slice(0, MAX_TITLE).toWellFormed()}`,
    `FCM: ${isDropFrame(rate) ? 'DROP FRAME' : 'NON-DROP FRAME'}`,
    '',
    ...clips.map((clip) =>
      event(clip, clip.isHeard ? 'AA/V' : 'V', [
        `* FROM CLIP NAME: ${clip.source.fileName}`,
        `* COMMENT: ${plainLine(clip.name)}`,
        ...(clip.caption === undefined ? [] : [`* CAPTION: ${plainLine(clip.caption)}`]),
      ]),
    ),
    ...separate.map((sound) => event(sound, 'NONE', ['AUD   3    4', ...describe(sound)])),
    ...overlapping.flatMap((sound) => {
      const [start, end] = [sound.start, sound.start + sound.frames].map((at) => timecode(begin + at, rate))
      return [`* SOUND AT: ${start} ${end}`, ...describe(sound)]
    }),
  ]
  return `${lines.join('\n')}\n`
}

function describe({ source, levelDb, fadeIn, fadeOut }: TimelineSound): readonly string[] {
  return [
    `* FROM CLIP NAME: ${source.fileName}`,
    `* LEVEL: ${levelDb} DB, FADE IN ${fadeIn}, FADE OUT ${fadeOut} FRAMES`,
  ]
}

/** One pair of tracks is left beside the shots' own. Sounds that would lie over another there are told in comments: readers refuse them. */
function divide(sounds: readonly TimelineSound[]) {
  const separate: TimelineSound[] = []
  const overlapping: TimelineSound[] = []
  let end = 0
  for (const sound of sounds.toSorted((one, other) => one.start - other.start)) {
    if (sound.start < end) overlapping.push(sound)
    else {
      separate.push(sound)
      end = sound.start + sound.frames
    }
  }
  return { separate, overlapping }
}
