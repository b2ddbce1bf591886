/**
 * The kinds of work that the threads can do. Each is loaded by a thread when it is first asked for it.
 *
 * A kind is a function `(job, report) => result`: job and result are cloned between threads, `report(share)` may be called
 * with the share of the job that is done, 0 to 1. Other threads import the types of this file only.
 */

export const JOB_KINDS = {
  picture: async () => (await import('../paint/paint-picture.ts')).paintPicture,
  'music-stem': async () => (await import('../music/make-music.ts')).makeStem,
  'music-piece': async () => (await import('../music/make-music.ts')).makePiece,
  character: async () => (await import('../character/make-character.ts')).drawCharacter,
  'film-parts': async () => (await import('../film/make-film.ts')).countFilmParts,
  'film-plates': async () => (await import('../film/make-film.ts')).paintFilmPart,
  'film-strip': async () => (await import('../film/make-film.ts')).shootFilmStrip,
  'film-sound': async () => (await import('../film/make-film.ts')).recordFilmSound,
  'film-join': async () => (await import('../film/make-film.ts')).joinFilmParts,
  'film-probe': async () => (await import('../film/restyle/probe-film.ts')).probeFilm,
  'film-restyle': async () => (await import('../film/restyle/restyle-film.ts')).restyleStrip,
} satisfies Record<string, () => Promise<(job: never, report: Report) => unknown>>

export type Report = (share: number) => void

type Work<Kind extends JobKind> = Awaited<ReturnType<(typeof JOB_KINDS)[Kind]>>

export type JobKind = keyof typeof JOB_KINDS
export type JobOf<Kind extends JobKind> = Parameters<Work<Kind>>[0]
export type ResultOf<Kind extends JobKind> = Awaited<ReturnType<Work<Kind>>>
