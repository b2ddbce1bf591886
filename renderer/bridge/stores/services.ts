/** The services that Atelier speaks with, and what each of them can do. */
import type { Profile } from '#contract/profiles.ts'
import type { ServiceInfo } from '#contract/services.ts'
import type { Bridge } from '../bridge.ts'
import { createMirror } from './mirror.ts'

interface KnownServices {
  readonly items: readonly ServiceInfo[]
}

export type ServicesStore = ReturnType<typeof createServicesStore>

export function createServicesStore(bridge: Bridge) {
  return createMirror<'services.list', KnownServices>(
    bridge,
    'services.list',
    { items: [] },
    (list) => list,
    () => null,
  )
}

/** Undefined until the services are known. */
export function serviceOf(
  { items }: KnownServices,
  profile: Pick<Profile, 'kind'> | undefined,
): ServiceInfo | undefined {
  return items.find(({ kind }) => kind === profile?.kind)
}

/** Whether nothing that a profile makes is charged: the sample studio, and the user's own GPU. */
export function isFreeOf(services: KnownServices, profile: Profile | undefined): boolean {
  return profile?.builtIn === true || serviceOf(services, profile)?.capabilities.isFree === true
}
