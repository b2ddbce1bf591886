/** The details of an asset, and what can be done with it. */
import {
  ChevronDown,
  Clipboard,
  FileText,
  FolderOpen,
  Heart,
  ListFilter,
  ListTodo,
  RotateCcw,
  Share,
  Trash2,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Asset } from '#contract/library.ts'
import { useHost, useHostState } from '../../../bridge/host.tsx'
import { hasCapability } from '../../../bridge/stores/app-status.ts'
import { mediaUrl } from '../../../bridge/media.ts'
import { useSaveFile } from '../../../bridge/use-save-file.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { InputMenu } from '../../../ui/input-menu.tsx'
import { Problem } from '../../../ui/problem.tsx'
import type { InputScene } from '../../../ui/scenes.ts'
import { Status } from '../../../ui/status.tsx'
import { useWords } from '../../../ui/text.ts'
import { useChanges, useGallery } from '../use-gallery.ts'
import { copyImage } from './copy-image.ts'
import { Facts } from './facts.tsx'
import styles from './inspector.module.css'
import { Rating } from './rating.tsx'
import { RelatedAssets } from './related-assets.tsx'
import { TagLine } from './tag-line.tsx'
import { TitleField } from './title-field.tsx'

const ExportDialog = lazy(async () => ({
  default: (await import('../transfer/export-dialog.tsx')).ExportDialog,
}))

export interface InspectorProps {
  readonly asset: Asset
  onOpen(assetId: string): void
  onTrash(): void
  onRestore(): void
  /** Everything made with this prompt is to be shown. */
  onSamePrompt(prompt: string): void
  onRemix(asset: Asset): void
  onVary(asset: Asset): void
  onUseAsInput(assets: readonly Asset[], scene: InputScene): void
  onOpenTask(taskId: string): void
}

export function Inspector(props: InspectorProps) {
  const { asset, onOpen, onSamePrompt, onRemix, onVary, onUseAsInput } = props
  const { prompt = '' } = asset
  const { text } = useWords()
  const { changes } = useGallery()
  const problem = useChanges((state) => state.problem)
  const { favorite, rate } = changes.getState()
  return (
    <aside className={styles.inspector} aria-label={text('viewer.facts')}>
      <div className={styles.marks}>
        <Rating value={asset.rating} onChange={(rating) => void rate([asset.id], rating)} />
        <IconButton
          icon={Heart}
          label={text('gallery.favorite')}
          shortcut="F"
          isOn={asset.favorite}
          onPress={() => void favorite([asset.id], !asset.favorite)}
        />
      </div>
      <Problem words={problem?.message} />
      <TitleField key={asset.id} asset={asset} />
      {prompt !== '' && (
        <section className={styles.prompt}>
          <p>{prompt}</p>
          <div className={styles.promptTools}>
            <CopyButton label={text('action.copyPrompt')} value={prompt} />
            <IconButton
              icon={ListFilter}
              label={text('viewer.samePrompt')}
              onPress={() => onSamePrompt(prompt)}
            />
          </div>
        </section>
      )}
      <div className={styles.actions}>
        <Button kind="main" onPress={() => onRemix(asset)}>
          {text('viewer.remix')}
        </Button>
        <Button onPress={() => onVary(asset)}>{text('reuse.vary')}</Button>
        <InputMenu kinds={[asset.kind]} onChoose={(scene) => onUseAsInput([asset], scene)}>
          <Button className={styles.wide}>
            {text('viewer.useAsInput')}
            <ChevronDown size={14} aria-hidden />
          </Button>
        </InputMenu>
      </div>
      <TagLine key={`tags:${asset.id}`} asset={asset} />
      <RelatedAssets key={`related:${asset.id}`} asset={asset} onOpen={onOpen} />
      <Facts asset={asset} />
      <Tools {...props} />
    </aside>
  )
}

function Tools({ asset, onTrash, onRestore, onOpenTask }: InspectorProps) {
  const { text } = useWords()
  const { bridge } = useHost()
  const canReveal = useHostState('status', (state) => hasCapability(state, 'reveal'))
  const copiesThroughHost = useHostState('status', (state) => hasCapability(state, 'clipboard'))
  const [note, setNote] = useState<string | null>(null)
  const file = useSaveFile()
  const [isExporting, setExporting] = useState(false)
  const [exported] = useState([asset.id])
  const { taskId } = asset

  async function reveal(): Promise<void> {
    const response = await bridge.call('library.reveal', { id: asset.id })
    setNote(response.ok ? null : response.error.message)
  }
  async function copy(): Promise<void> {
    const copied = copiesThroughHost
      ? (await bridge.call('library.copyImage', { id: asset.id })).ok
      : await copyImage(mediaUrl(asset.id))
    setNote(text(copied ? 'viewer.copied' : 'viewer.copyFailed'))
  }
  return (
    <>
      {note !== null && <Status className={styles.note}>{note}</Status>}
      <Problem words={file.problem} />
      <div className={styles.tools}>
        {asset.kind === 'image' && (
          <Button kind="quiet" icon={Clipboard} onPress={() => void copy()}>
            {text('viewer.copy')}
          </Button>
        )}
        <Button kind="quiet" icon={Share} onPress={() => setExporting(true)}>
          {text('gallery.export')}
        </Button>
        <Button kind="quiet" icon={FileText} onPress={() => void file.saveRecipe({ assetId: asset.id })}>
          {text('recipe.save')}
        </Button>
        {canReveal && (
          <Button kind="quiet" icon={FolderOpen} onPress={() => void reveal()}>
            {text('viewer.reveal')}
          </Button>
        )}
        {taskId !== undefined && (
          <Button kind="quiet" icon={ListTodo} onPress={() => onOpenTask(taskId)}>
            {text('viewer.openTask')}
          </Button>
        )}
        {asset.trashedAt === undefined ? (
          <Button kind="quiet" icon={Trash2} onPress={onTrash}>
            {text('gallery.toTrash')}
          </Button>
        ) : (
          <Button kind="quiet" icon={RotateCcw} onPress={onRestore}>
            {text('gallery.restore')}
          </Button>
        )}
      </div>
      <Suspense fallback={null}>
        {isExporting && <ExportDialog ids={exported} onClose={() => setExporting(false)} />}
      </Suspense>
    </>
  )
}
