/**
 * Takes out of a line what looks like a key. A second net: no line should hold one in the first place.
 *
 * Linear in the length of the line: what stands before a suspect is looked at only where one can begin.
 */

const PATTERNS: readonly RegExp[] = [
  // Who an address is opened as: user:password@.
  /(?<=\w:\/\/)[^\s/"']+(?=@)/g,
  /(?=[^\s"',;])(?<=\b(?:bearer|authorization["']?\s*[:=]\s*["']?(?:basic|key|token))\s+)[^\s"',;]+/gi,
  /(?=[^\s"',;&])(?<=(?:\b(?:api[-_ ]?key|access[-_ ]?key|authorization|password|secret|signature|token)|_key|_token)["']?\s*[:=]\s*["']?(?!(?:bearer|basic|key|token)\b))[^\s"',;&]+/gi,
  // What signs an address, or stands in it for a header.
  /(?=[^\s"'&])(?<=[?&](?:key|sig|policy|key-pair-id|x-amz-credential)=)[^\s"'&]+/gi,
  /(?=[^\s"'])(?<=\bcookie["']?\s*:\s*["']?)[^"'\n]+/gi,
  /\b(?:sk|pk|rk|ak|key|r8|hf)[-_][\w-]{8,}/gi,
  /\b(?:AIza|atelier_)[\w-]{16,}/g,
]
/** Shorter runs hold no token. */
const DOTTED = /[\w.-]{20,}/g
/** Base64url of `{"`, with which every token of RFC 7519 begins. */
const TOKEN_BEGINS = /\beyJ(?=[\w-]{8})/
const TOKEN_PART = /^[\w-]{8,}$/

/** The line with every suspect replaced by `[removed]`. */
export function redact(line: string): string {
  const named = PATTERNS.reduce((text, pattern) => text.replace(pattern, '[removed]'), line)
  return named.replace(DOTTED, withoutTokens)
}

/** A token has three parts with dots between them; the last may be empty. */
function withoutTokens(run: string): string {
  const parts = run.split('.')
  const kept: string[] = []
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? ''
    const begin =
      at + 2 < parts.length && TOKEN_PART.test(parts[at + 1] ?? '') ? part.search(TOKEN_BEGINS) : -1
    kept.push(begin === -1 ? part : `${part.slice(0, begin)}[removed]`)
    if (begin !== -1) at += 2
  }
  return kept.join('.')
}
