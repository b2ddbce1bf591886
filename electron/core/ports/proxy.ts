/**
 * The proxy that a request to `url` goes through, as `http://host:port` or `https://host:port`; null: straight to the address.
 *
 * Rejects where the way cannot be told or taken: nothing is sent then, because going straight could be what must not be.
 */
export type FindProxy = (url: URL) => Promise<string | null>

/** Every address is reached straight. */
export const straight: FindProxy = async () => null
