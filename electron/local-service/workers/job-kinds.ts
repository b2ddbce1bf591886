/**
 * The kinds of work that the threads can do. Each is loaded by a thread when it is first asked for it.
 *
 * A kind is a function `(job, report) => result`: job and result are cloned between threads, `report(share)` may be called
 * with the share of the job that is done, 0 to 1. Other threads import the types of this file only.
 */

export const JOB_KINDS = {
  'read-image': async () => (await import('../inputs/image-input.ts')).readImage,
  'read-video': async () => (await import('../inputs/video-input.ts')).readVideo,
  image: async () => (await import('../image/draw-image.ts')).drawImage,
  music: async () => (await import('../music/make-music.ts')).makeMusic,
  character: async () => (await import('../character/draw-character.ts')).drawCharacter,
  'video-strip': async () => (await import('../video/draw-video.ts')).drawVideoStrip,
  'video-audio': async () => (await import('../video/audio-bed.ts')).makeAudioBed,
  'video-join': async () => (await import('../video/draw-video.ts')).joinVideoParts,
  'video-redraw': async () => (await import('../video/redraw-video.ts')).redrawVideoStrip,
} satisfies Record<string, () => Promise<(job: never, report: Report) => unknown>>

export type Report = (share: number) => void

type Work<Kind extends JobKind> = Awaited<ReturnType<(typeof JOB_KINDS)[Kind]>>

export type JobKind = keyof typeof JOB_KINDS
export type JobOf<Kind extends JobKind> = Parameters<Work<Kind>>[0]
export type ResultOf<Kind extends JobKind> = Awaited<ReturnType<Work<Kind>>>
