/** A queue that is fair between users: users are served in rotation, however much each of them sent. */

interface FairQueue<Item> {
  add(owner: string, item: Item): void
  /** The oldest item of the next user, or undefined when nothing waits. */
  next(): Item | undefined
  /** Takes an item out, wherever it waits; false when it does not wait. */
  remove(item: Item): boolean
  /** Takes everything out. */
  drain(): readonly Item[]
  readonly size: number
}

/** An empty queue. */
export function createFairQueue<Item>(): FairQueue<Item> {
  /** In the order in which users are served: one who was served goes to the end. */
  const queues = new Map<string, Item[]>()
  let size = 0

  return {
    add(owner, item) {
      const queue = queues.get(owner)
      if (queue === undefined) queues.set(owner, [item])
      else queue.push(item)
      size += 1
    },
    next() {
      for (const [owner, queue] of queues) {
        queues.delete(owner)
        const item = queue.shift()
        if (queue.length > 0) queues.set(owner, queue)
        if (item !== undefined) size -= 1
        return item
      }
      return undefined
    },
    remove(item) {
      for (const [owner, queue] of queues) {
        const place = queue.indexOf(item)
        if (place === -1) continue
        queue.splice(place, 1)
        if (queue.length === 0) queues.delete(owner)
        size -= 1
        return true
      }
      return false
    },
    drain() {
      const items = [...queues.values()].flat()
      queues.clear()
      size = 0
      return items
    },
    get size() {
      return size
    },
  }
}
