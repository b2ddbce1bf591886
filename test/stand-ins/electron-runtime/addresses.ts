/**
 * The application's own addresses, as Chromium knows them.
 *
 * A foreign Chromium cannot be taught a scheme, so `atelier://app/x` is `http://app.atelier.localhost/x` to it: an origin
 * of its own, trustworthy as a registered secure scheme is (W3C Secure Contexts, "localhost"), whose every request
 * ends at `scheme-server.ts`. The application sees its own spelling everywhere; the page sees the other in `location`.
 */
const OWN = /^([a-z][a-z0-9+.-]*):\/\/([a-z0-9-]+)(?=[/?#]|$)/u
const MAPPED = /^http:\/\/([a-z0-9-]+)\.([a-z][a-z0-9-]*)\.localhost(?=[/?#]|$)/u

/** The address for Chromium. What is not of one of `schemes` stays as it is. */
export function toChromium(address: string, schemes: ReadonlySet<string>): string {
  return address.replace(OWN, (own, scheme: string, host: string) =>
    schemes.has(scheme) ? `http://${host}.${scheme}.localhost` : own,
  )
}

/** The address for the application. What does not come from `toChromium` stays as it is. */
export function fromChromium(address: string, schemes: ReadonlySet<string>): string {
  return address.replace(MAPPED, (mapped, host: string, scheme: string) =>
    schemes.has(scheme) ? `${scheme}://${host}` : mapped,
  )
}
