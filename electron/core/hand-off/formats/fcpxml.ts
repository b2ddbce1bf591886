/**
 * A timeline as Final Cut Pro XML, version 1.10.
 *
 * Source: Apple, "FCPXML Reference" (developer.apple.com/documentation/professional-video-applications). Times are seconds as fractions.
 * Sounds hang on the clip under which they begin; captions are markers, and lie beside as a file of their own.
 */
import { type FrameRate, frameRateOf, isSameRate } from '../frame-rate.ts'
import { escapeXml, plainLine } from '../plain-text.ts'
import type { Source, Timeline, TimelineClip, TimelineSound } from '../timeline.ts'
import { isDropFrame } from './timecode.ts'

/** What `conform-rate` may name, by frames a second to two digits. */
const CONFORMED = new Set(['23.98', '24', '25', '29.97', '30', '47.95', '48', '50', '59.94', '60'])
const MUSIC_ROLE = 'music.music-1'

type Attributes = Readonly<Record<string, string | number | undefined>>

export function writeFcpxml(timeline: Timeline): string {
  const { name, rate, clips, sounds, frames } = timeline
  const resources = createResources(timeline)
  const time = (count: number): string => seconds(count, rate)
  const soundsIn = ({ start, frames: length }: TimelineClip) =>
    sounds.filter((sound) => sound.start >= start && sound.start < start + length)
  const items = clips.map((clip) =>
    clipElement(clip, {
      time,
      rate,
      resources,
      sounds: soundsIn(clip).map((sound) => [sound, sounds.indexOf(sound) + 1]),
    }),
  )
  const sequence = {
    format: resources.format,
    duration: time(frames),
    tcStart: '0s',
    tcFormat: isDropFrame(rate) ? 'DF' : 'NDF',
    audioLayout: 'stereo',
    audioRate: '48k',
  }
  const project = element('project', { name: plainLine(name) }, [
    element('sequence', sequence, [element('spine', {}, items)]),
  ])
  const root = element('fcpxml', { version: '1.10' }, [
    element('resources', {}, resources.all()),
    element('library', {}, [element('event', { name: 'Atelier' }, [project])]),
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE fcpxml>\n${root}\n`
}

interface Writing {
  readonly time: (frames: number) => string
  readonly rate: FrameRate
  readonly resources: ReturnType<typeof createResources>
  /** With the number of the lane below the clip. */
  readonly sounds: readonly (readonly [TimelineSound, lane: number])[]
}

function clipElement(clip: TimelineClip, writing: Writing): string {
  const { time, resources, rate, sounds } = writing
  const { source, start, from, frames, isHeard, caption } = clip
  const place = {
    ref: resources.asset(source),
    offset: time(start),
    name: plainLine(clip.name),
    start: time(from),
    duration: time(frames),
  }
  const hanging = [
    ...sounds.map(([sound, lane]) => soundElement(sound, lane, clip, writing)),
    ...(caption === undefined
      ? []
      : [element('marker', { start: time(from), duration: time(1), value: plainLine(caption) })]),
  ]
  if (source.kind === 'image') return element('video', place, hanging)
  const own = source.frameRate === undefined ? rate : frameRateOf(source.frameRate)
  const mute = source.sound !== undefined && !isHeard ? { srcEnable: 'video' } : {}
  return element('asset-clip', { ...place, ...mute, format: resources.formatOf(source), tcFormat: 'NDF' }, [
    ...conform(own, rate),
    ...hanging,
  ])
}

/** Played at its own speed where its frames come at another rate. */
function conform(own: FrameRate, rate: FrameRate): readonly string[] {
  const srcFrameRate = String(Number((own.frames / own.seconds).toFixed(2)))
  if (isSameRate(own, rate) || !CONFORMED.has(srcFrameRate)) return []
  return [element('conform-rate', { scaleEnabled: 0, srcFrameRate })]
}

/** `offset` counts in the time of the clip it hangs on. */
function soundElement(
  { source, start, frames, levelDb, fadeIn, fadeOut }: TimelineSound,
  lane: number,
  parent: TimelineClip,
  { time, resources }: Writing,
): string {
  const fades = [
    ...(fadeIn > 0 ? [element('fadeIn', { type: 'linear', duration: time(fadeIn) })] : []),
    ...(fadeOut > 0 ? [element('fadeOut', { type: 'linear', duration: time(fadeOut) })] : []),
  ]
  const param = fades.length > 0 ? [element('param', { name: 'amount' }, fades)] : []
  const place = {
    ref: resources.asset(source),
    lane: -lane,
    offset: time(parent.from + start - parent.start),
    name: plainLine(source.name),
    start: '0s',
    duration: time(frames),
    ...(source.kind === 'video' && { srcEnable: 'audio' }),
    audioRole: MUSIC_ROLE,
  }
  return element('asset-clip', place, [element('adjust-volume', { amount: `${levelDb}dB` }, param)])
}

/** Formats and files, each once, in the order in which they are needed. */
function createResources({ rate, width, height, clips, sounds }: Timeline) {
  const written = new Map<string, { readonly id: string; readonly xml: string }>()
  const add = (key: string, write: (id: string) => string): string => {
    const known = written.get(key)
    if (known) return known.id
    const id = `r${written.size + 1}`
    written.set(key, { id, xml: write(id) })
    return id
  }
  const format = (frameRate: FrameRate | null, size: { width?: number; height?: number }): string => {
    const frameDuration = frameRate ? seconds(1, frameRate) : undefined
    const name = frameRate ? undefined : 'FFVideoFormatRateUndefined'
    const facts = { name, frameDuration, width: size.width, height: size.height }
    return add(`format ${JSON.stringify(facts)}`, (id) => element('format', { id, ...facts }))
  }
  const main = format(rate, { width, height })
  const formatOf = (source: Source): string | undefined => {
    if (source.kind === 'audio') return undefined
    const size = { width: source.width ?? width, height: source.height ?? height }
    if (source.kind === 'image') return format(null, size)
    return format(source.frameRate === undefined ? rate : frameRateOf(source.frameRate), size)
  }
  const longest = new Map<string, number>()
  for (const { source, sourceFrames } of [...clips, ...sounds]) {
    longest.set(source.assetId, Math.max(sourceFrames, longest.get(source.assetId) ?? 0))
  }
  const asset = (source: Source): string => {
    const { assetId, kind, name, url, sound } = source
    const ownFormat = formatOf(source)
    const heard = sound && {
      hasAudio: 1,
      audioSources: 1,
      audioChannels: sound.channels,
      audioRate: sound.sampleRate,
    }
    const facts = {
      name: plainLine(name),
      start: '0s',
      duration: kind === 'image' ? '0s' : seconds(longest.get(assetId) ?? 0, rate),
      ...(kind !== 'audio' && { hasVideo: 1, videoSources: 1 }),
      format: ownFormat,
      ...heard,
    }
    return add(`asset ${assetId}`, (id) =>
      element('asset', { id, ...facts }, [element('media-rep', { kind: 'original-media', src: url })]),
    )
  }
  return { format: main, formatOf, asset, all: () => [...written.values()].map(({ xml }) => xml) }
}

/** A count of frames in seconds: `1001/24000s`, or `5s`. */
function seconds(frames: number, rate: FrameRate): string {
  const numerator = frames * rate.seconds
  const whole = numerator / rate.frames
  return Number.isInteger(whole) ? `${whole}s` : `${numerator}/${rate.frames}s`
}

function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined)
  const head = [name, ...given.map(([key, value]) => `${key}="${escapeXml(String(value))}"`)].join(' ')
  if (children.length === 0) return `<${head}/>`
  return `<${head}>\n${indented(children.join('\n'))}\n</${name}>`
}

/** No text of an element has lines: the user's words stand in attributes. */
function indented(lines: string): string {
  return lines.replace(/^/gmu, '  ')
}
