/** How the keys of this computer are protected. */
import type { SecretProtection } from '#contract/profiles.ts'
import { useHostState } from '../../bridge/host.tsx'

/** `none` until the host has said it. */
export function useSecretProtection(): SecretProtection {
  return useHostState('status', (state) => state.info?.secretProtection ?? 'none')
}
