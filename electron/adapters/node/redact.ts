/**
 * Takes out of a line what looks like a key. A second net: no line should hold one in the first place.
 */

const PATTERNS: readonly RegExp[] = [
  // Who an address is opened as: user:password@.
  /(?<=\w:\/\/)[^\s/@"']+(?=@)/g,
  /(?<=\bbearer\s+)[^\s"',;]+/gi,
  /(?<=\b(?:api[-_ ]?key|access[-_ ]?key|authorization|password|secret|signature|token)["']?\s*[:=]\s*["']?(?!bearer\b))[^\s"',;&]+/gi,
  /\b(?:sk|pk|rk|ak|key)[-_][\w-]{8,}/gi,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
]

/** The line with every suspect replaced by `[removed]`. */
export function redact(line: string): string {
  return PATTERNS.reduce((text, pattern) => text.replace(pattern, '[removed]'), line)
}
