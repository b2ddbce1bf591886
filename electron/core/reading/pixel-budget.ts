/**
 * Shares the memory for pixels among all decodings: first come, first served, so that a large image is not passed for ever by
 * small ones. p-limit counts tasks and not their weight, hence our own.
 */

export interface PixelBudget {
  /** Runs `work` when there is room for `pixels`; more than there are in all run alone. `tell` hears where it must wait. */
  run<Value>(
    pixels: number,
    work: () => Promise<Value>,
    tell: (state: 'waits' | 'works') => void,
  ): Promise<Value>
}

export function createPixelBudget(mostPixels: number, mostAtOnce: number): PixelBudget {
  const waiting: { readonly pixels: number; readonly start: () => void }[] = []
  let pixelsTaken = 0
  let running = 0
  const hasRoom = (pixels: number): boolean =>
    running === 0 || (running < mostAtOnce && pixelsTaken + pixels <= mostPixels)
  const take = (pixels: number): void => {
    running++
    pixelsTaken += pixels
  }
  const giveBack = (pixels: number): void => {
    running--
    pixelsTaken -= pixels
    for (let next = waiting[0]; next && hasRoom(next.pixels); next = waiting[0]) {
      waiting.shift()
      take(next.pixels)
      next.start()
    }
  }
  return {
    run: async (wanted, work, tell) => {
      const pixels = Math.max(1, wanted)
      if (waiting.length === 0 && hasRoom(pixels)) take(pixels)
      else {
        tell('waits')
        await new Promise<void>((start) => waiting.push({ pixels, start }))
        tell('works')
      }
      try {
        return await work()
      } finally {
        giveBack(pixels)
      }
    },
  }
}
