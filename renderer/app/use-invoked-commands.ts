/** Runs commands from outside the page (desktop): those that waited for it, and new ones. */
import { useEffect, useRef } from 'react'
import { useHostState } from '../bridge/host.tsx'
import { hasCapability } from '../bridge/stores/app-status.ts'
import { runCommand, type CommandWays } from './invoked-commands.ts'

export function useInvokedCommands(ways: CommandWays): void {
  const isDesktop = useHostState('status', (state) => hasCapability(state, 'desktop'))
  const latest = useRef(ways)
  useEffect(() => {
    latest.current = ways
  })
  const { bridge } = ways.host
  useEffect(() => {
    if (!isDesktop) return
    const stop = bridge.on((event) => {
      if (event.name === 'command.invoked') void runCommand(event.data.command, latest.current)
    })
    // After the listener: from this response on, the host sends events.
    async function takeWaiting(): Promise<void> {
      const response = await bridge.call('desktop.commands', {})
      if (!response.ok) return
      for (const command of response.data.items) await runCommand(command, latest.current)
    }
    void takeWaiting()
    return stop
  }, [bridge, isDesktop])
}
