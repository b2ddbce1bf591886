/** Days as date fields name them, and the moments at which they begin, in the reader's own time zone. */

/** The day of a moment as YYYY-MM-DD. */
export function dayOf(at: number): string {
  const date = new Date(at)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The first moment of a day given as YYYY-MM-DD, or of one `later`; null where it is none. */
export function startOfDay(day: string, later = 0): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (match === null) return null
  return new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + later).getTime()
}

/** The first moment of the day that lies `days` before the day of `now`. */
export function daysAgo(days: number, now: Date): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).getTime()
}
