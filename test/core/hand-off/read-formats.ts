/**
 * Reads what was written for other programs, as their documentation says it, without the code that writes it: what is placed where, in
 * frames.
 *
 * Sources: OpenTimelineIO, "Serialized Data Documentation" (fields by schema); Apple, "FCPXML Reference" (elements, their order, and
 * what refers to what); the CMX 3600 list as EDLMAX's Guide to EDL Management describes it, and SMPTE ST 12-1 for its timecode.
 */
import { childrenOf, onlyChild, readXml, type XmlElement } from './read-xml.ts'

/** In frames. */
export interface ReadClip {
  readonly name: string
  readonly start: number
  readonly from: number
  readonly frames: number
  readonly url: string
}

export interface ReadTimeline {
  readonly name: string
  readonly clips: readonly ReadClip[]
  readonly sounds: readonly ReadClip[]
  readonly captions: readonly string[]
}

type Raw = Readonly<Record<string, unknown>>

const ITEM = ['OTIO_SCHEMA', 'metadata', 'name', 'source_range', 'effects', 'markers', 'enabled']
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'Timeline.1': ['OTIO_SCHEMA', 'metadata', 'name', 'global_start_time', 'tracks'],
  'Stack.1': [...ITEM, 'children'],
  'Track.1': [...ITEM, 'children', 'kind'],
  'Clip.2': [...ITEM, 'media_references', 'active_media_reference_key'],
  'Gap.1': ITEM,
  'Marker.2': ['OTIO_SCHEMA', 'metadata', 'name', 'color', 'marked_range', 'comment'],
  'ExternalReference.1': [
    'OTIO_SCHEMA',
    'metadata',
    'name',
    'available_range',
    'available_image_bounds',
    'target_url',
  ],
  'TimeRange.1': ['OTIO_SCHEMA', 'start_time', 'duration'],
  'RationalTime.1': ['OTIO_SCHEMA', 'rate', 'value'],
}

/** The fields of an object of this schema: exactly those that the schema has. */
function schema(value: unknown, name: string): Raw {
  const raw = value as Raw
  const fields = Object.keys(raw).toSorted().join()
  const expected = FIELDS[name]?.toSorted().join()
  if (raw['OTIO_SCHEMA'] !== name || fields !== expected) throw new Error(`No ${name}: ${fields}`)
  return raw
}

export function readOtio(text: string, rate: number): ReadTimeline {
  const timeline = schema(JSON.parse(text), 'Timeline.1')
  const time = (value: unknown): number => {
    const { rate: own, value: frames } = schema(value, 'RationalTime.1')
    if (own !== rate || !Number.isInteger(frames)) throw new Error(`${String(frames)} at ${String(own)}`)
    return Number(frames)
  }
  const range = (value: unknown) => {
    const { start_time, duration } = schema(value, 'TimeRange.1')
    return { from: time(start_time), frames: time(duration) }
  }
  const captions: string[] = []
  const clip = (raw: Raw, start: number): ReadClip => {
    const { from, frames } = range(raw['source_range'])
    const media = (raw['media_references'] as Raw)[String(raw['active_media_reference_key'])]
    const reference = schema(media, 'ExternalReference.1')
    const available = range(reference['available_range'])
    if (from < 0 || frames < 1 || from + frames > available.frames) throw new Error('Beyond its media.')
    for (const marker of raw['markers'] as readonly unknown[]) {
      captions.push(String(schema(marker, 'Marker.2')['name']))
    }
    return { name: String(raw['name']), start, from, frames, url: String(reference['target_url']) }
  }
  time(timeline['global_start_time'])
  const stack = schema(timeline['tracks'], 'Stack.1')
  const tracks = (stack['children'] as readonly unknown[]).map((one) => {
    const track = schema(one, 'Track.1')
    let start = 0
    const clips: ReadClip[] = []
    for (const child of track['children'] as readonly Raw[]) {
      if (child['OTIO_SCHEMA'] === 'Gap.1') {
        start += range(schema(child, 'Gap.1')['source_range']).frames
        continue
      }
      const read = clip(schema(child, 'Clip.2'), start)
      clips.push(read)
      start += read.frames
    }
    return { name: String(track['name']), kind: String(track['kind']), clips }
  })
  const [first, ...others] = tracks
  if (first?.kind !== 'Video' || others.some(({ kind }) => kind !== 'Audio')) throw new Error('Other tracks.')
  const sounds = others.filter(({ name }) => name !== 'A1').flatMap(({ clips }) => clips)
  return { name: String(timeline['name']), clips: first.clips, sounds, captions }
}

const EVENT = /^(\d{3}) {2}([A-Z0-9]{8}) (V|AA\/V|NONE) +C {8}((?:\d\d:\d\d:\d\d[:;]\d\d ?){4})$/

export function readEdl(text: string, perSecond: number, isDrop: boolean): ReadTimeline {
  const [title = '', mode, empty, ...lines] = text.trimEnd().split('\n')
  if (mode !== `FCM: ${isDrop ? '' : 'NON-'}DROP FRAME` || empty !== '') throw new Error('Another head.')
  const events: (ReadClip & { readonly reel: string; readonly isSound: boolean })[] = []
  const captions: string[] = []
  const overlapping: ReadClip[] = []
  const begin = frameOf(isDrop ? '01:00:00;00' : '01:00:00:00', perSecond, isDrop)
  for (const line of lines) {
    const [heardFrom, heardTo] = (/^\* SOUND AT: (.*)$/.exec(line)?.[1]?.split(' ') ?? []).map(
      (timecode) => frameOf(timecode, perSecond, isDrop) - begin,
    )
    if (heardFrom !== undefined && heardTo !== undefined) {
      overlapping.push({ name: '', url: '', start: heardFrom, from: 0, frames: heardTo - heardFrom })
    }
    if (line.startsWith('* CAPTION: ')) captions.push(line.slice(11))
    const file = /^\* FROM CLIP NAME: (.*)$/.exec(line)?.[1]
    const named = /^\* COMMENT: (.*)$/.exec(line)?.[1]
    const last = overlapping.length === 0 ? events.at(-1) : undefined
    if (last && file !== undefined) events[events.length - 1] = { ...last, url: file }
    if (last && named !== undefined) events[events.length - 1] = { ...last, name: named }
    if (line.startsWith('*') || line === 'AUD   3    4') continue
    const [, number, reel = '', channels, times = ''] = EVENT.exec(line) ?? []
    if (number === undefined || Number(number) !== events.length + 1) throw new Error(`No event: ${line}`)
    const [from = 0, to = 0, start = 0, end = 0] = times
      .trim()
      .split(' ')
      .map((timecode) => frameOf(timecode, perSecond, isDrop))
    if (to - from !== end - start) throw new Error('It plays at another speed.')
    const placed = { name: '', url: '', start: start - begin, from, frames: to - from }
    events.push({ ...placed, reel, isSound: channels === 'NONE' })
  }
  const reels = new Map(events.map(({ reel, url }) => [reel, url]))
  if (events.some(({ reel, url }) => reels.get(reel) !== url)) throw new Error('A reel is two files.')
  const plain = (isSound: boolean) =>
    events
      .filter((event) => event.isSound === isSound)
      .map(({ name, start, from, frames, url }) => ({ name, start, from, frames, url }))
  return {
    name: title.slice('TITLE: '.length),
    clips: plain(false),
    sounds: [...plain(true), ...overlapping],
    captions,
  }
}

/** By what the clock says, less the numbers that were left out: two (four) in each minute but every tenth. */
export function frameOf(timecode: string, perSecond: number, isDrop: boolean): number {
  const [, hours, minutes, seconds, point, frames] =
    /^(\d\d):(\d\d):(\d\d)([:;])(\d\d)$/
      .exec(timecode)
      ?.map((part) => (/\d/.test(part) ? Number(part) : part)) ?? []
  const [h, m, s, f] = [hours, minutes, seconds, frames].map(Number) as [number, number, number, number]
  if ((point === ';') !== isDrop || !(m < 60 && s < 60 && f < perSecond)) throw new Error(timecode)
  const left = isDrop ? perSecond / 15 : 0
  if (isDrop && s === 0 && m % 10 !== 0 && f < left) throw new Error(`${timecode} is no number.`)
  const inAll = 60 * h + m
  return (60 * inAll + s) * perSecond + f - left * (inAll - Math.floor(inAll / 10))
}

/** Which attributes an element may have, and its children in their order; `*` for any number of any of them. */
const ELEMENTS: Readonly<Record<string, { readonly attributes: string; readonly children: string }>> = {
  fcpxml: { attributes: 'version', children: 'resources library' },
  resources: { attributes: '', children: '* format asset' },
  format: { attributes: 'id name frameDuration width height', children: '' },
  asset: {
    attributes:
      'id name start duration hasVideo videoSources format hasAudio audioSources audioChannels audioRate',
    children: 'media-rep',
  },
  'media-rep': { attributes: 'kind src', children: '' },
  library: { attributes: '', children: 'event' },
  event: { attributes: 'name', children: 'project' },
  project: { attributes: 'name', children: 'sequence' },
  sequence: { attributes: 'format duration tcStart tcFormat audioLayout audioRate', children: 'spine' },
  spine: { attributes: '', children: '* asset-clip video' },
  'asset-clip': {
    attributes: 'ref lane offset name start duration srcEnable format tcFormat audioRole',
    children: 'conform-rate adjust-volume asset-clip marker',
  },
  video: { attributes: 'ref offset name start duration', children: 'asset-clip marker' },
  'conform-rate': { attributes: 'scaleEnabled srcFrameRate', children: '' },
  'adjust-volume': { attributes: 'amount', children: 'param' },
  param: { attributes: 'name', children: 'fadeIn fadeOut' },
  fadeIn: { attributes: 'type duration', children: '' },
  fadeOut: { attributes: 'type duration', children: '' },
  marker: { attributes: 'start duration value', children: '' },
}

function checkElement({ name, attributes, children }: XmlElement): void {
  const rule = ELEMENTS[name]
  if (!rule) throw new Error(`The element ${name} is none.`)
  const known = rule.attributes.split(' ')
  for (const key of Object.keys(attributes)) if (!known.includes(key)) throw new Error(`${name} has ${key}.`)
  const order = rule.children.split(' ')
  const places = children.map((child) => order.indexOf(child.name))
  const isOrdered =
    order[0] === '*' || places.every((place, at) => at === 0 || place >= (places[at - 1] ?? 0))
  if (places.includes(-1) || !isOrdered) throw new Error(`The children of ${name} are others.`)
  children.forEach(checkElement)
}

export function readFcpxml(text: string, frames: number, seconds: number): ReadTimeline {
  const root = readXml(text)
  checkElement(root)
  const [resources, library] = [onlyChild(root, 'resources'), onlyChild(root, 'library')]
  const ids = resources.children.map(({ attributes }) => attributes['id'])
  if (new Set(ids).size !== ids.length) throw new Error('An id stands there twice.')
  const formats = new Set(childrenOf(resources, 'format').map(({ attributes }) => attributes['id']))
  const assets = new Map(childrenOf(resources, 'asset').map((asset) => [asset.attributes['id'], asset]))
  const project = onlyChild(onlyChild(library, 'event'), 'project')
  const sequence = onlyChild(project, 'sequence')
  const count = (time: string | undefined): number => {
    const [, above, below = '1'] = /^(\d+)(?:\/(\d+))?s$/.exec(time ?? '') ?? []
    const numerator = BigInt(above ?? '') * BigInt(frames)
    const denominator = BigInt(below) * BigInt(seconds)
    if (numerator % denominator !== 0n) throw new Error(`${String(time)} is no whole number of frames.`)
    return Number(numerator / denominator)
  }
  const clip = ({ attributes }: XmlElement, start: number): ReadClip => {
    const { ref, name = '', start: from, duration, format } = attributes
    const asset = assets.get(ref)
    if (!asset || (format !== undefined && !formats.has(format)))
      throw new Error(`There is no ${String(ref)}.`)
    const placed = { from: count(from), frames: count(duration) }
    const whole = count(asset.attributes['duration'])
    if (whole > 0 && placed.from + placed.frames > whole) throw new Error('Beyond its media.')
    return { name, start, ...placed, url: onlyChild(asset, 'media-rep').attributes['src'] ?? '' }
  }
  const items = onlyChild(sequence, 'spine').children
  const clips = items.map((item) => clip(item, count(item.attributes['offset'])))
  const sounds = items.flatMap((item, at) =>
    childrenOf(item, 'asset-clip').map((sound) => {
      const parent = clips[at] ?? clip(item, 0)
      return clip(sound, count(sound.attributes['offset']) - parent.from + parent.start)
    }),
  )
  const length = clips.reduce((sum, one) => sum + one.frames, 0)
  if (count(sequence.attributes['duration']) !== length) throw new Error('It has another length.')
  const captions = items.flatMap((item) =>
    childrenOf(item, 'marker').map(({ attributes }) => attributes['value'] ?? ''),
  )
  return { name: project.attributes['name'] ?? '', clips, sounds, captions }
}
