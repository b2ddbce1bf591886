/** The connection of the active profile: its state, a test, and the way to Settings. */
import { Button as AriaButton, Dialog, DialogTrigger, Heading } from 'react-aria-components'
import { useState } from 'react'
import type { Connection } from '#contract/profiles.ts'
import { useHost, useHostState } from '../bridge/host.tsx'
import { settingsPlaceOf, type SettingsPlace } from '../bridge/settings-place.ts'
import { activeConnection, activeProfile } from '../bridge/stores/profiles.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import parts from '../ui/parts.module.css'
import { Popover } from '../ui/popover.tsx'
import { useFormatter, type MessageId } from '../ui/text.ts'
import { NARROW, useMediaQuery } from '../ui/use-media-query.ts'
import styles from './app.module.css'

const WORDS = {
  unchecked: 'connection.unchecked',
  reachable: 'connection.reachable',
  key_refused: 'connection.keyRefused',
  key_missing: 'connection.keyMissing',
  offline: 'connection.offline',
  away: 'connection.away',
} as const satisfies Record<Connection | 'away', MessageId>

/** Nothing is known of the service while the host itself does not respond. */
function useShownConnection(): {
  readonly connection: keyof typeof WORDS
  readonly message: string | null
  readonly section: SettingsPlace
} {
  const { text } = useFormatter()
  const isAway = useHostState('status', (state) => state.isAway)
  const known = useHostState('profiles', activeConnection)
  return isAway
    ? { connection: 'away', message: text('session.away'), section: undefined }
    : {
        connection: known.connection,
        message: known.message?.text ?? null,
        section: settingsPlaceOf(known.message),
      }
}

interface ConnectionProps {
  onSettings(section: SettingsPlace): void
}

export function ConnectionButton({ onSettings }: ConnectionProps) {
  const { text } = useFormatter()
  const profile = useHostState('profiles', activeProfile)
  const { connection } = useShownConnection()
  const isAtFoot = useMediaQuery(NARROW)
  if (profile === undefined) return null
  return (
    <DialogTrigger>
      <AriaButton
        className={classNames(styles.connection)}
        aria-label={text('connection.button', { name: profile.name, state: text(WORDS[connection]) })}
      >
        <span className={classNames(styles.dot, styles[connection])} aria-hidden />
        <span className={styles.name}>{profile.name}</span>
      </AriaButton>
      <Popover placement={isAtFoot ? 'top end' : 'end bottom'} offset={8} className={styles.popover}>
        <Dialog className={classNames(styles.dialog)}>
          {({ close }) => (
            <Details
              onSettings={(section) => {
                close()
                onSettings(section)
              }}
            />
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function Details({ onSettings }: ConnectionProps) {
  const { text, number } = useFormatter()
  const { bridge } = useHost()
  const profile = useHostState('profiles', activeProfile)
  const { connection, message, section } = useShownConnection()
  const [testing, setTesting] = useState(false)
  const [found, setFound] = useState<string | null>(null)
  if (profile === undefined) return null

  async function test(id: string): Promise<void> {
    setTesting(true)
    const response = await bridge.call('profiles.test', { id })
    setTesting(false)
    if (!response.ok) setFound(response.error.message)
    else
      setFound(
        response.data.reachable
          ? text('connection.found', { message: response.data.message, ms: number(response.data.latencyMs) })
          : response.data.message,
      )
  }

  return (
    <>
      <Heading slot="title">{profile.name}</Heading>
      <p className={styles.state}>
        <span className={classNames(styles.dot, styles[connection])} aria-hidden />
        {text(WORDS[connection])}
      </p>
      {(found ?? message) !== null && (
        <p className={classNames(parts.quiet, parts.selectable)}>{found ?? message}</p>
      )}
      {!profile.builtIn && <code className={styles.address}>{profile.baseUrl}</code>}
      <div className={styles.actions}>
        <Button isPending={testing} onPress={() => void test(profile.id)}>
          {text(testing ? 'connection.testing' : 'connection.test')}
        </Button>
        <Button kind="quiet" onPress={() => onSettings(section)}>
          {text('connection.settings')}
        </Button>
      </div>
    </>
  )
}
