/**
 * The sound of joined clips as one line of packets: each clip's where its picture is, and silence where a clip has none.
 *
 * A packet of sound seldom ends where a picture does. At a join the later clip's first packet stays, with the one before it that its
 * decoder needs, and what it would cover of the earlier clip is left out: so sound is off by less than a packet at the join, and nowhere
 * else.
 */
import { type EncodedAudioPacketSource, EncodedPacket, type EncodedPacketSink } from 'mediabunny'
import { silentPacket } from './silent-packets.ts'

/** As many packets wait for the next clip's beginning. */
const MAX_HELD = 4
/** Of a packet whose length the file does not tell: no codec's is longer at a usual rate. */
const LONGEST_PACKET_SECONDS = 0.2

export interface ClipSound {
  /** Adds what begins before `seconds` of the whole. */
  until(seconds: number): Promise<void>
}

interface ClipTimes {
  readonly fromSeconds: number
  readonly toSeconds: number
}

export type SoundLine = ReturnType<typeof createSoundLine>

export function createSoundLine(
  source: Pick<EncodedAudioPacketSource, 'add'>,
  config: AudioDecoderConfig,
  codec: string,
) {
  const silence = silentPacket(codec, config.numberOfChannels, config.sampleRate)
  const held: EncodedPacket[] = []
  let isFirst = true
  let endSeconds = 0
  let usualSeconds = silence?.seconds ?? 0
  const give = async (packet: EncodedPacket | undefined): Promise<void> => {
    if (!packet) return
    await source.add(packet, isFirst ? { decoderConfig: config } : undefined)
    isFirst = false
  }
  const add = async (packet: EncodedPacket): Promise<void> => {
    for (let last = held.at(-1); last && covers(last, packet); last = held.at(-1)) held.pop()
    held.push(packet)
    // WebM does not tell how long the last packet of a cluster lasts.
    if (packet.duration > 0) usualSeconds = packet.duration
    endSeconds = packet.timestamp + (packet.duration || usualSeconds)
    while (held.length > MAX_HELD) await give(held.shift())
  }
  /** Silence up to there, as far as packets of it go. */
  const fill = async (seconds: number): Promise<void> => {
    if (!silence) return
    while (endSeconds + silence.seconds / 2 < seconds)
      await add(new EncodedPacket(silence.data, 'key', endSeconds, silence.seconds))
  }
  return {
    /** The sound of a clip that is shown at `at` seconds of the whole; null where it is silent. */
    play: (sink: EncodedPacketSink | null, clip: ClipTimes, at: number): ClipSound => {
      const packets = sink && shifted(sink, clip, at)
      const end = at + clip.toSeconds - clip.fromSeconds
      let next: EncodedPacket | null = null
      let isOver = packets === null
      return {
        until: async (seconds) => {
          while (packets && !isOver) {
            next ??= (await packets.next()).value ?? null
            isOver = next === null
            if (next === null || next.timestamp >= seconds) break
            await fill(next.timestamp)
            await add(next)
            next = null
          }
          if (isOver) await fill(Math.min(end, seconds))
        },
      }
    },
    end: async (): Promise<void> => {
      for (const packet of held) await give(packet)
      held.length = 0
    },
  }
}

/** Whether more than half of an earlier packet would sound at once with a later one. */
function covers(earlier: EncodedPacket, later: EncodedPacket): boolean {
  return earlier.timestamp + (earlier.duration || later.duration) / 2 > later.timestamp
}

/** What sounds in the clip, and the packet before it, in the time of the whole. */
async function* shifted(
  sink: EncodedPacketSink,
  { fromSeconds, toSeconds }: ClipTimes,
  at: number,
): AsyncGenerator<EncodedPacket, undefined> {
  const shift = at - fromSeconds
  const around = await sink.getPacket(fromSeconds)
  let packet = around ? await firstHeard(sink, around, fromSeconds) : await sink.getFirstPacket()
  for (; packet && packet.timestamp < toSeconds; packet = await sink.getNextPacket(packet))
    yield packet.clone({ timestamp: packet.timestamp + shift })
  return undefined
}

/** Null where the sound ended before. `around` is the last packet that does not begin later than the clip. */
async function firstHeard(
  sink: EncodedPacketSink,
  around: EncodedPacket,
  fromSeconds: number,
): Promise<EncodedPacket | null> {
  const { timestamp, duration } = around
  if (timestamp + (duration || LONGEST_PACKET_SECONDS) <= fromSeconds) return sink.getNextPacket(around)
  // One that begins with the clip needs the one before it. One that began earlier stands for that itself.
  const needsEarlier = fromSeconds - timestamp < duration / 4
  return (needsEarlier ? await sink.getPacket(timestamp - duration / 2) : null) ?? around
}
