/** Copies through the host where it has a clipboard, as the desktop does, which allows the page none. */
import type { ReactNode } from 'react'
import { useHost, useHostState } from '../bridge/host.tsx'
import { hasCapability } from '../bridge/stores/app-status.ts'
import { CopyTextProvider, useCopyText } from '../ui/clipboard.ts'

export function HostClipboard({ children }: { readonly children: ReactNode }) {
  const { bridge } = useHost()
  const copyInBrowser = useCopyText()
  const isOfHost = useHostState('status', (state) => hasCapability(state, 'clipboard'))
  const copyThroughHost = async (text: string) => (await bridge.call('desktop.copyText', { text })).ok
  return <CopyTextProvider value={isOfHost ? copyThroughHost : copyInBrowser}>{children}</CopyTextProvider>
}
