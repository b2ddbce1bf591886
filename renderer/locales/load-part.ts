/** Loads what the page loads when it is needed, also where the host is away at that moment. */

/** How often a host that is away is asked whether it is back. */
const ASK_AGAIN_MS = 1_000

/**
 * Waits while the host is away, then loads once more: what stands in the page stays there.
 *
 * Throws where the host responds and has no such part, as after an update.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch {
    while (!(await responds())) await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
    return load()
  }
}

async function responds(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}
