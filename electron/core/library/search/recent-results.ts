/** Remembers the last few results and reuses the arrays of evicted ones: at 250,000 assets each is up to a megabyte. */
import { LRUCache } from 'lru-cache'

export interface RecentResults<Value> {
  /** The remembered result, else what `make` returns; it may reuse the arrays of `evicted`. */
  get(key: string, make: (evicted: Value | undefined) => Value): Value
  clear(): void
}

export function createRecentResults<Value>(max: number): RecentResults<Value> {
  const evicted: Value[] = []
  const cache = new LRUCache<string, { readonly value: Value }>({
    max,
    dispose: ({ value }) => void evicted.push(value),
  })
  return {
    get: (key, make) => {
      const known = cache.get(key)
      if (known) return known.value
      if (cache.size === max) cache.pop()
      const value = make(evicted.pop())
      cache.set(key, { value })
      return value
    },
    clear: () => cache.clear(),
  }
}
