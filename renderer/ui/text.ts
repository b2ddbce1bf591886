/** The page's words and the reader's own formats for numbers and times. */
import { useMemo } from 'react'
import { useIntl, type IntlShape, type MessageDescriptor } from 'react-intl'
import { isWrittenAs, type Language } from '#contract/rules/languages.ts'
import type { Amount } from '#contract/spending.ts'

export type MessageId = NonNullable<MessageDescriptor['id']>
export type MessageValues = Readonly<Record<string, string | number>>

export interface Formatter {
  text(id: MessageId, values?: MessageValues): string
  number(value: number): string
  bytes(value: number): string
  /** Money in the reader's own way, and any other unit after its number; without a unit only the number. */
  amount(amount: Amount): string
  /** "a, b and c". */
  list(items: readonly string[]): string
  /** "a, b, c", of names. */
  names(items: readonly string[]): string
  /** One after the other, with nothing between them in Japanese and Chinese. */
  sentences(said: readonly (string | null | undefined | false)[]): string
  /** A length of time, in its largest fitting unit or as m:ss where seconds matter. */
  duration(ms: number): string
  ago(at: number, now: number): string
  dateTime(at: number): string
  clock(at: number): string
  /** Date and time to the second. */
  exact(at: number): string
  /** A day given as YYYY-MM-DD. */
  day(day: string): string
}

const CURRENCY = /^[A-Z]{3}$/
/** Services charge parts of a cent. */
const PRICE_DIGITS = 4
/** A price that those digits would write as nothing, or nearly. */
const TINY_PRICE = 0.0001

const UNSPACED = /^(?:ja|zh)\b/u

const BYTE_UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export function useFormatter(): Formatter {
  const intl = useIntl()
  return useMemo(() => createFormatter(intl), [intl])
}

export function createFormatter(intl: IntlShape): Formatter {
  const unit = (value: number, name: string, digits = 0): string =>
    intl.formatNumber(value, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    })
  return {
    text: (id, values) => intl.formatMessage({ id }, values),
    number: (value) => intl.formatNumber(value),
    amount({ unit, value }) {
      const isTiny = value > 0 && value < TINY_PRICE
      const digits = isTiny ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: PRICE_DIGITS }
      if (CURRENCY.test(unit))
        return intl.formatNumber(value, {
          style: 'currency',
          currency: unit,
          minimumFractionDigits: 2,
          ...digits,
        })
      const number = intl.formatNumber(value, digits)
      return unit === 'credits'
        ? intl.formatMessage({ id: 'price.credits' }, { count: value, number })
        : `${number} ${unit}`.trim()
    },
    list: (items) => intl.formatList(items, { type: 'conjunction' }),
    names: (items) => intl.formatList(items, { type: 'unit' }),
    sentences: (said) => said.filter(Boolean).join(UNSPACED.test(intl.locale) ? '' : ' '),
    bytes(value) {
      if (value < 1000) return intl.formatNumber(value, { style: 'unit', unit: 'byte', unitDisplay: 'long' })
      let size = value / 1000
      let step = 0
      while (size >= 1000 && step < BYTE_UNITS.length - 1) {
        size /= 1000
        step += 1
      }
      return unit(size, BYTE_UNITS[step] ?? 'terabyte', size < 10 ? 1 : 0)
    },
    duration(ms) {
      const seconds = Math.max(0, Math.floor(ms / 1000))
      if (seconds < 60) return unit(seconds, 'second')
      if (seconds < 3600)
        return `${intl.formatNumber(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`
      return `${unit(Math.floor(seconds / 3600), 'hour')} ${unit(Math.floor((seconds % 3600) / 60), 'minute')}`
    },
    ago(at, now) {
      const seconds = Math.max(0, Math.round((now - at) / 1000))
      const relative = (value: number, name: Intl.RelativeTimeFormatUnit): string =>
        intl.formatRelativeTime(-value, name, { style: 'short' })
      if (seconds < 45) return intl.formatMessage({ id: 'time.justNow' })
      if (seconds < 3600) return relative(Math.max(1, Math.round(seconds / 60)), 'minute')
      if (seconds < 86_400) return relative(Math.round(seconds / 3600), 'hour')
      if (seconds < 7 * 86_400) return relative(Math.round(seconds / 86_400), 'day')
      return intl.formatDate(at, { dateStyle: 'medium' })
    },
    dateTime: (at) => intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' }),
    clock: (at) => intl.formatTime(at, { timeStyle: 'medium' }),
    exact: (at) => intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'medium' }),
    day: (day) => intl.formatDate(`${day}T12:00`, { weekday: 'short', day: 'numeric', month: 'short' }),
  }
}

const NAMED_KEYS = ['Alt', 'Ctrl', 'Delete', 'Enter', 'Esc', 'Shift', 'Space'] as const
const isMac = /Mac/.test(globalThis.navigator?.platform ?? '')

/** Keys with spaces between them, as `Ctrl Enter`: by the names that they bear, ⌘ for Ctrl on a Mac. */
export function keysText(keys: string, { text }: Pick<Formatter, 'text'>): string {
  const nameOf = (key: string): string => {
    if (isMac && key === 'Ctrl') return '⌘'
    const named = NAMED_KEYS.find((one) => one === key)
    return named === undefined ? key : text(`key.${named}`)
  }
  return keys.split(' ').map(nameOf).join(' ')
}

/** A name that every file system takes: letters and digits of any script, with dashes between them. */
export function fileName(name: string, fallback: string, ending: string): string {
  const plain = name.normalize('NFC').replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return (plain.replaceAll(/^-|-$/g, '').slice(0, 80) || fallback) + ending
}

/** A place in a track, as minutes and seconds. */
export function trackClock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/**
 * How numbers and times are written: as in the reader's own country, where its language is the one that is spoken; in English else as
 * one that counts the hours of the day as they do.
 */
export function readerLocale(language: Language, readers: readonly string[]): string {
  const own = readers.find((tag) => isWrittenAs(tag, language))
  if (own !== undefined || language !== 'en') return own ?? language
  const [first] = readers
  const { hourCycle } = new Intl.DateTimeFormat(first, { hour: 'numeric' }).resolvedOptions()
  return hourCycle === 'h23' || hourCycle === 'h24' ? 'en-GB' : 'en'
}
