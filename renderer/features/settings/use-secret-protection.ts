/** How keys are protected on this computer. */
import type { SecretProtection } from '#contract/profiles.ts'
import { useHostState } from '../../bridge/host.tsx'

/** `none` until it is known. */
export function useSecretProtection(): SecretProtection {
  return useHostState('status', (state) => state.info?.secretProtection ?? 'none')
}
