/** Create: the form on one side, what came of it on the other. */
import { useState, type ClipboardEvent } from 'react'
import { activeProfile } from '../../bridge/stores/profiles.ts'
import { useHostState } from '../../bridge/host.tsx'
import type { TaskListStore } from '../../bridge/stores/task-list.ts'
import { Button } from '../../ui/button.tsx'
import { useWords } from '../../ui/text.ts'
import { CreateForm } from './create-form.tsx'
import styles from './create-view.module.css'
import { Feed } from './feed/feed.tsx'
import type { CreateFormStore } from './form-store.ts'
import { useFileDrop } from './use-file-drop.ts'
import type { ModelsStore } from './model/models-store.ts'

export interface CreateViewProps {
  readonly form: CreateFormStore
  readonly models: ModelsStore
  readonly feed: TaskListStore
  onOpenAsset(assetId: string): void
  onOpenTask(taskId: string): void
  onOpenSettings(): void
}

export function CreateView({ form, models, feed, onOpenAsset, onOpenTask, onOpenSettings }: CreateViewProps) {
  const { text } = useWords()
  const profile = useHostState((host) => host.profiles, activeProfile)
  const [sent, setSent] = useState(0)
  const { isOver, handlers } = useFileDrop((files) => void form.getState().addFiles(files))

  function pasteFiles(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    void form.getState().addFiles(files)
  }

  return (
    <div className={styles.view} onPaste={pasteFiles} {...handlers}>
      <div className={styles.side}>
        <header className={styles.head}>
          <h1>{text('place.create')}</h1>
        </header>
        {profile?.builtIn === true && (
          <p className={styles.first}>
            {text('create.sampleStudio')}{' '}
            <Button kind="quiet" className={styles.link} onPress={onOpenSettings}>
              {text('create.sampleStudio.connect')}
            </Button>
          </p>
        )}
        <CreateForm
          form={form}
          models={models}
          isDropTarget={isOver}
          onSent={() => setSent((count) => count + 1)}
        />
      </div>
      <Feed
        feed={feed}
        sent={sent}
        onOpenAsset={onOpenAsset}
        onOpenTask={onOpenTask}
        onEdit={(recipe) => void form.getState().fillFrom(recipe)}
      />
    </div>
  )
}
