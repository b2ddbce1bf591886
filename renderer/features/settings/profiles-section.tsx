/** The profiles, and a form to add one. */
import { Plus } from '#renderer/icons.tsx'
import { Suspense, useState } from 'react'
import { useHostState } from '../../bridge/host.tsx'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { Status } from '../../ui/status.tsx'
import { useFormatter } from '../../ui/text.ts'
import { ProfileItem } from './profile-item.tsx'
import styles from './settings.module.css'
import { lazyPart } from '../../locales/lazy-part.ts'

/** Most people add a service once. */
const AddService = lazyPart(
  () => import('./add-service/add-service.tsx'),
  (part) => part.AddService,
)

export function ProfilesSection() {
  const { text } = useFormatter()
  const profiles = useHostState('profiles', (state) => state.items)
  const activeId = useHostState('profiles', (state) => state.activeId)
  const error = useHostState('profiles', (state) => state.error)
  /** null before it was ever opened. */
  const [adding, setAdding] = useState<boolean | null>(null)
  const [added, setAdded] = useState<string | null>(null)
  return (
    <div className={parts.sections}>
      <p className={parts.quiet}>{text('settings.profiles.text')}</p>
      <Problem message={error?.message} />
      <ul className={styles.items}>
        {profiles.map((profile) => (
          <ProfileItem key={profile.id} profile={profile} isActive={profile.id === activeId} />
        ))}
      </ul>
      {added !== null && <Status>{added}</Status>}
      {adding === true ? (
        <Suspense fallback={null}>
          <AddService
            onDone={(message) => {
              setAdding(false)
              setAdded(message)
            }}
          />
        </Suspense>
      ) : (
        <div>
          <Button
            icon={Plus}
            takesFocus={adding === false}
            onPress={() => {
              setAdded(null)
              setAdding(true)
            }}
          >
            {text('settings.profiles.add')}
          </Button>
        </div>
      )}
    </div>
  )
}
