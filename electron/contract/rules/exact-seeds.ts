/**
 * Seeds of 64 bits, which a number of JavaScript would round: from 2^53 on they are texts of their digits.
 *
 * So they pass through recipes, options, forms, calls and the database as they are. In JSON of others, and in what a service is
 * sent, they stand as numbers; both are changed on the text, before it is parsed and after it is written.
 */

/** A whole number, or the digits of one that a number cannot hold. */
export type Seed = number | string

/** Keys under which seeds stand: `seed`, `noise_seed`, `variationSeed`, `seeds`. */
const SEED_KEY = /seeds?$/i

/**
 * A key that ends so, and a whole number or a list of them behind it. Inside of a text quotes are escaped, so that nothing there
 * looks like this.
 */
const WRITTEN_SEED =
  /("\w{0,40}seeds?"[ \t\r\n]{0,40}:[ \t\r\n]{0,40})(-?\d{16,20}(?=\s*[,}])|\[[\s\d,-]{16,4000}\])/gi
const MAYBE_WRITTEN = /seeds?"\s*:\s*(?:\[[\s\d,-]*)?-?\d{16}/i
const TEXT_SEED = /("\w{0,40}seed":)"(-?\d{16,20})"/gi
const DIGITS = /-?\d{16,20}/g

export function isSeedKey(key: string): boolean {
  return SEED_KEY.test(key)
}

/** The digits of a whole number that a number cannot hold. */
export function isLongInteger(value: unknown): value is string {
  return typeof value === 'string' && /^-?[1-9]\d{15,19}$/.test(value) && !Number.isSafeInteger(Number(value))
}

/** Digits as a seed; null where the text is no whole number. */
export function seedOf(text: string): Seed | null {
  if (!/^-?\d{1,20}$/.test(text)) return null
  const digits = BigInt(text).toString()
  return isLongInteger(digits) ? digits : Number(digits)
}

export function seedAfter(seed: Seed, count: number): Seed {
  return seedOf((BigInt(seed) + BigInt(count)).toString()) ?? seed
}

/** JSON with its long seeds as texts: to be parsed without rounding them. */
export function withSeedsAsTexts(json: string): string {
  if (!MAYBE_WRITTEN.test(json)) return json
  return json.replace(
    WRITTEN_SEED,
    (_whole, key: string, value: string) => key + value.replace(DIGITS, quoted),
  )
}

/** JSON with its long seeds as numbers: for a service, which knows no other. */
export function withSeedsAsNumbers(json: string): string {
  return json.replace(TEXT_SEED, (whole, key: string, digits: string) =>
    isLongInteger(digits) ? key + digits : whole,
  )
}

function quoted(digits: string): string {
  return isLongInteger(digits) ? `"${digits}"` : digits
}
