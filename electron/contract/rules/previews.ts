/**
 * Previews that the page makes from media it decodes, and the host stores: the poster of a video, a strip of its frames, the
 * peaks of an audio file.
 */
export const PREVIEW_KINDS = ['poster', 'scrub', 'peaks'] as const
export type PreviewKind = (typeof PREVIEW_KINDS)[number]

/** Frames of equal width side by side in a strip, in the order of time, evenly over the video. */
export const SCRUB_FRAMES = 8

/** Bytes of an audio file's peaks: the loudest sample of each equal part of it, 0 silent to 255 full. */
export const PEAK_COUNT = 800
