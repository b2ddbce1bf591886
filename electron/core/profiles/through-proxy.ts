/** Profiles whose requests leave through a proxy where there is one. */
import { succeed } from '#contract/errors.ts'
import type { FindProxy } from '../ports/proxy.ts'
import type { Profiles } from './profiles.ts'

/** The same profiles; every address they give carries the way to it. */
export function throughProxy(profiles: Profiles, findProxy: FindProxy): Profiles {
  return {
    ...profiles,
    address: async (id) => {
      const address = await profiles.address(id)
      return address.ok ? succeed({ ...address.data, findProxy }) : address
    },
  }
}
