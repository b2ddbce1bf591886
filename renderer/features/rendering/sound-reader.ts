/**
 * The sound of one file as stereo at 48 kHz, read in order from a point in time on.
 *
 * Owns resampling and the mix of channels to two. Before its beginning and behind its end is silence.
 */
import { AudioSampleSink, type AudioSample, type InputAudioTrack } from 'mediabunny'

/** In hertz. */
export const SAMPLE_RATE = 48_000
/** Zero crossings of the sinc on each side: the stop band is far below what is heard. */
const HALF_WIDTH = 16
const CENTRE = Math.SQRT1_2

/** Left and right. */
export type Stereo = readonly [Float32Array, Float32Array]

export class SoundReader {
  readonly #samples: AsyncGenerator<AudioSample, void>
  /** What was decoded and is still needed; `#from` is the place of its first sample, in samples of the file. */
  #left = new Float32Array(0)
  #right = new Float32Array(0)
  #from = 0
  #isOver = false
  #rate = 0

  constructor(track: InputAudioTrack, fromSeconds: number) {
    this.#samples = new AudioSampleSink(track).samples(Math.max(0, fromSeconds - 0.1))
  }

  /** Adds the sound from `seconds` of the file on to `target`; `gainAt` is by the place in it. Times may only grow. */
  async addTo(target: Stereo, seconds: number, gainAt: (index: number) => number): Promise<void> {
    const { length } = target[0]
    const reach = HALF_WIDTH * 2
    await this.#decodeUpTo(seconds + length / SAMPLE_RATE, reach)
    if (this.#rate === 0) return
    const step = this.#rate / SAMPLE_RATE
    const begin = seconds * this.#rate - this.#from
    for (let index = 0; index < length; index++) {
      const gain = gainAt(index)
      if (gain === 0) continue
      const at = begin + index * step
      for (const [channel, samples] of [this.#left, this.#right].entries()) {
        const into = target[channel === 0 ? 0 : 1]
        into[index] = (into[index] ?? 0) + gain * (step === 1 ? at1(samples, at) : sincAt(samples, at, step))
      }
    }
    this.#forget(Math.floor(begin + length * step) - reach)
  }

  async #decodeUpTo(seconds: number, reach: number): Promise<void> {
    while (
      !this.#isOver &&
      (this.#rate === 0 || this.#from + this.#left.length < seconds * this.#rate + reach)
    ) {
      const { value, done } = await this.#samples.next()
      if (done === true) {
        this.#isOver = true
        return
      }
      this.#append(value)
      value.close()
    }
  }

  #append(sample: AudioSample): void {
    const [left, right] = toStereo(sample)
    if (this.#rate === 0) {
      this.#rate = sample.sampleRate
      this.#from = Math.round(sample.timestamp * this.#rate)
    }
    // Where packets are missing is silence.
    const place = Math.round(sample.timestamp * this.#rate) - this.#from
    const at = Math.abs(place - this.#left.length) <= this.#rate / 50 ? this.#left.length : place
    this.#left = joined(this.#left, left, Math.max(at, 0))
    this.#right = joined(this.#right, right, Math.max(at, 0))
  }

  #forget(count: number): void {
    const most = Math.min(count, this.#left.length)
    if (most <= 0) return
    this.#left = this.#left.slice(most)
    this.#right = this.#right.slice(most)
    this.#from += most
  }
}

function joined(first: Float32Array, second: Float32Array, at: number): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(at + second.length)
  whole.set(first.subarray(0, at))
  whole.set(second, at)
  return whole
}

/** Where no resampling is needed. */
function at1(samples: Float32Array, at: number): number {
  return samples[Math.round(at)] ?? 0
}

/** Windowed sinc; `step` above 1 lowers its cut-off to half of the lower rate. */
function sincAt(samples: Float32Array, at: number, step: number): number {
  const cutOff = Math.min(1, 1 / step)
  const width = HALF_WIDTH / cutOff
  let sum = 0
  for (let index = Math.ceil(at - width); index <= at + width; index++) {
    const sample = samples[index]
    if (sample === undefined || sample === 0) continue
    const x = (index - at) * cutOff
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
    const hann = 0.5 + 0.5 * Math.cos((Math.PI * x) / HALF_WIDTH)
    sum += sample * sinc * hann * cutOff
  }
  return sum
}

/** One channel is heard on both sides. Of more, centre and back go to their sides, 3 dB lower (ITU-R BS.775-3, table 2). */
function toStereo(sample: AudioSample): Stereo {
  const { numberOfChannels: count, numberOfFrames } = sample
  const plane = (planeIndex: number): Float32Array => {
    const data = new Float32Array(numberOfFrames)
    sample.copyTo(data, { planeIndex, format: 'f32-planar' })
    return data
  }
  const left = plane(0)
  if (count === 1) return [left, left]
  const right = plane(1)
  const centre = count > 2 && count !== 4 ? plane(2) : null
  const backs = count >= 5 ? [plane(count - 2), plane(count - 1)] : []
  for (let index = 0; index < numberOfFrames; index++) {
    const middle = CENTRE * (centre?.[index] ?? 0)
    left[index] = (left[index] ?? 0) + middle + CENTRE * (backs[0]?.[index] ?? 0)
    right[index] = (right[index] ?? 0) + middle + CENTRE * (backs[1]?.[index] ?? 0)
  }
  return [left, right]
}
