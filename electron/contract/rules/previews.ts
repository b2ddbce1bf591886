/** Previews that the page makes from media it decodes, and the host keeps. */
/** The poster of a film, a strip of its frames, the peaks of a sound. */
export const PREVIEW_KINDS = ['poster', 'scrub', 'peaks'] as const
export type PreviewKind = (typeof PREVIEW_KINDS)[number]

/** Frames of equal width side by side in a strip, in the order of time, evenly over the film. */
export const SCRUB_FRAMES = 8
export type ScrubFrames = typeof SCRUB_FRAMES

/** Bytes of a sound's peaks: the loudest sample of each equal part of it, 0 silent to 255 full. */
export const PEAK_COUNT = 800
export type PeakCount = typeof PEAK_COUNT
