/** The headers that fence in what a host sends: the same on the desktop and on the web host. */

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** On every answer, whatever it is. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** For the page and its assets. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON_HEADERS,
  'content-security-policy': PAGE_POLICY,
}

/** For the one thread of the page that encodes: it has no document, and reaches nothing but this host. */
export const RENDER_WORKER_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON_HEADERS,
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self' blob: 'wasm-unsafe-eval'",
    'worker-src blob:',
    "connect-src 'self'",
  ].join('; '),
}

/** For anything that came from outside, and for plain answers: were it opened as a document, nothing in it would run. */
export const INERT_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON_HEADERS,
  'content-security-policy': "sandbox; default-src 'none'",
}
