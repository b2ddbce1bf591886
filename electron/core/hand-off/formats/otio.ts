/**
 * A timeline as OpenTimelineIO (`.otio`).
 *
 * Source: OpenTimelineIO 0.18, "Serialized Data Documentation" and "File Format Specification" (opentimelineio.readthedocs.io).
 */
import type { Json, JsonObject } from '#contract/json.ts'
import type { FrameRate } from '../frame-rate.ts'
import { plainLine } from '../plain-text.ts'
import type { Timeline, TimelineClip, TimelineSound } from '../timeline.ts'

export function writeOtio({ name, rate, width, height, clips, sounds, frames }: Timeline): string {
  const write = writerAt(rate)
  const pictures = clips.map((clip) => write.clip(clip, clip.name, { markers: write.captions(clip) }))
  const heard = clips.map((clip) => (clip.isHeard ? write.clip(clip, clip.name) : write.gap(clip.frames)))
  const tracks = [
    write.track('V1', 'Video', pictures),
    ...(clips.some(({ isHeard }) => isHeard) ? [write.track('A1', 'Audio', heard)] : []),
    ...sounds.map((sound, at) => write.track(`Sound ${at + 1}`, 'Audio', write.sound(sound))),
  ]
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    metadata: { atelier: { width, height, frames } },
    name: plainLine(name),
    global_start_time: write.time(0),
    tracks: write.item('Stack.1', 'tracks', { children: tracks }),
  }
  return `${JSON.stringify(timeline, null, 2)}\n`
}

function writerAt({ frames, seconds }: FrameRate) {
  const rate = frames / seconds
  const time = (value: number): JsonObject => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value })
  const range = (start: number, duration: number): JsonObject => ({
    OTIO_SCHEMA: 'TimeRange.1',
    start_time: time(start),
    duration: time(duration),
  })
  const item = (schema: string, name: string, more: JsonObject): JsonObject => ({
    OTIO_SCHEMA: schema,
    metadata: {},
    name: plainLine(name),
    source_range: null,
    effects: [],
    markers: [],
    enabled: true,
    ...more,
  })
  const clip = (
    { from, frames: length, source, sourceFrames }: TimelineClip | TimelineSound,
    name: string,
    more: JsonObject = {},
  ): JsonObject =>
    item('Clip.2', name, {
      source_range: range(from, length),
      media_references: {
        DEFAULT_MEDIA: {
          OTIO_SCHEMA: 'ExternalReference.1',
          metadata: {},
          name: source.fileName,
          available_range: range(0, sourceFrames),
          available_image_bounds: null,
          target_url: source.url,
        },
      },
      active_media_reference_key: 'DEFAULT_MEDIA',
      ...more,
    })
  const gap = (length: number): JsonObject => item('Gap.1', '', { source_range: range(0, length) })
  return {
    time,
    item,
    clip,
    gap,
    track: (name: string, kind: 'Video' | 'Audio', children: readonly Json[]): JsonObject =>
      item('Track.1', name, { kind, children }),
    captions: ({ caption, from, frames: length }: TimelineClip): readonly Json[] =>
      caption === undefined
        ? []
        : [
            {
              OTIO_SCHEMA: 'Marker.2',
              metadata: {},
              name: plainLine(caption),
              color: 'GREEN',
              marked_range: range(from, length),
              comment: '',
            },
          ],
    sound: (sound: TimelineSound): readonly Json[] => {
      const { start, levelDb, fadeIn, fadeOut } = sound
      const heard = { atelier: { levelDb, fadeInFrames: fadeIn, fadeOutFrames: fadeOut } }
      return [...(start > 0 ? [gap(start)] : []), clip(sound, sound.source.name, { metadata: heard })]
    },
  }
}
