/** Notices of the application, above every place. */
import { TriangleAlert, Unplug, X } from 'lucide-react'
import { useHost, useHostState } from '../bridge/host.tsx'
import { IconButton } from '../ui/button.tsx'
import { Status } from '../ui/status.tsx'
import { useWords } from '../ui/text.ts'
import styles from './app.module.css'

export function Notices() {
  const { text } = useWords()
  const { status } = useHost()
  const notices = useHostState('status', (state) => state.notices)
  const isAway = useHostState('status', (state) => state.isAway)
  return (
    <Status>
      {isAway && (
        <div className={styles.notice}>
          <Unplug size={18} strokeWidth={1.75} aria-hidden />
          <p>{text('session.away')}</p>
        </div>
      )}
      {notices.map((notice) => (
        <div key={notice.id} className={styles.notice}>
          <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
          <p>{notice.message}</p>
          <IconButton
            icon={X}
            label={text('action.dismiss')}
            onPress={() => void status.dismiss(notice.id)}
          />
        </div>
      ))}
    </Status>
  )
}
