/** The bundled sample service as a profile: it is never stored, and its address comes when it has started. */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Profile } from '#contract/profiles.ts'
import type { Clock } from '../ports/clock.ts'
import type { FindProxy } from '../ports/proxy.ts'
import type { ServiceAddress } from '../service/service-api.ts'
import { LOCAL_PROFILE_ID, type ServiceLocation } from './profiles.ts'

/** How long a call waits for it to start. */
const START_WAIT_MS = 5_000

export class LocalProfile {
  readonly #waiting = new Set<() => void>()
  #at: ServiceLocation | null = null
  #isStarting = false

  get apiKey(): string | null {
    return this.#at?.apiKey ?? null
  }

  shown(): Profile {
    const baseUrl = this.#at?.baseUrl ?? ''
    return { id: LOCAL_PROFILE_ID, name: 'Sample studio', baseUrl, keyState: 'saved', builtIn: true }
  }

  address(findProxy: FindProxy): Result<ServiceAddress> {
    return this.#at
      ? succeed({ ...this.#at, findProxy })
      : fail('service_unavailable', 'The sample studio is still starting.', { charged: 'no' })
  }

  set(at: ServiceLocation | 'starting' | null): void {
    this.#isStarting = at === 'starting'
    if (at === 'starting') return
    this.#at = at
    for (const goOn of this.#waiting) goOn()
  }

  async untilStarted(clock: Clock): Promise<void> {
    if (!this.#isStarting) return
    await new Promise<void>((resolve) => {
      const done = (): void => {
        cancel()
        this.#waiting.delete(done)
        resolve()
      }
      const cancel = clock.after(START_WAIT_MS, done)
      this.#waiting.add(done)
    })
  }
}
