/** The details of an asset, and what can be done with it. */
import { ChevronDown, FileText, ListTodo, RotateCcw, Trash2 } from '#renderer/icons.tsx'
import { Clipboard, FolderOpen, ListFilter, Share, Tag } from '../icons.tsx'
import { useState } from 'react'
import type { Asset } from '#contract/library.ts'
import { isScene } from '#contract/rules/media.ts'
import { useCapability, useHost, useModelLabel } from '../../../bridge/host.tsx'
import { mediaUrl } from '../../../bridge/media.ts'
import { useQuery } from '../../../bridge/use-call.ts'
import { useSaveFile } from '../../../bridge/use-save-file.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Fact, FactList } from '../../../ui/fact-list.tsx'
import { InputMenu } from '#renderer/ui/menu.tsx'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { Status } from '../../../ui/status.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { VaryButton } from '../../../ui/vary-button.tsx'
import { useAssetDialogs } from '../actions.tsx'
import { useGallery, type AssetUses } from '../gallery.ts'
import { hasRequest, originOf } from '../origin.ts'
import styles from './inspector.module.css'
import { CredentialsShown } from './credentials.tsx'
import { Marks } from './marks.tsx'
import { OutsidePlace } from './outside-place.tsx'
import { RelatedAssets } from './related-assets.tsx'
import { seedIn } from './seed-in.ts'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

export interface InspectorProps extends AssetUses {
  readonly asset: Asset
  onOpen(assetId: string): void
  onTrash(): void
  onRestore(): void
  /** Everything made with this prompt is to be shown. */
  onSamePrompt(prompt: string): void
}

export function Inspector(props: InspectorProps) {
  const { asset, onOpen, onSamePrompt, onRemix, onVary, onUseAsInput } = props
  const { prompt = '' } = asset
  const { text } = useFormatter()
  const { tags: editTags } = useAssetDialogs()
  const canRepeat = hasRequest(asset)
  return (
    <aside
      className={classNames(u.column, u.gap16, u.shortens, u.scrollDown, styles.inspector)}
      aria-label={text('viewer.facts')}
    >
      <div className={parts.ends}>
        <Marks asset={asset} />
      </div>
      <TitleField key={asset.id} asset={asset} />
      {prompt !== '' && (
        <section className={classNames(u.flex, u.gap8, styles.prompt)}>
          <p>{prompt}</p>
          <div className={u.column}>
            <CopyButton label={text('action.copyPrompt')} value={prompt} />
            <IconButton
              icon={ListFilter}
              label={text('viewer.samePrompt')}
              onPress={() => onSamePrompt(prompt)}
            />
          </div>
        </section>
      )}
      <div className={classNames(u.grid, u.gap8, styles.actions)}>
        {canRepeat && (
          <>
            <Button kind="main" onPress={() => onRemix(asset)}>
              {text('viewer.remix')}
            </Button>
            <VaryButton onVary={() => onVary(asset, 'send')} onAdjust={() => onVary(asset, 'adjust')} />
          </>
        )}
        <InputMenu kinds={[asset.kind]} onChoose={(scene) => onUseAsInput([asset], scene)}>
          <Button kind={canRepeat ? 'plain' : 'main'} className={styles.wide}>
            {text('viewer.useAsInput')}
            <ChevronDown size={14} aria-hidden />
          </Button>
        </InputMenu>
      </div>
      <div className={classNames(u.row, u.wrap, u.gap6, styles.tags)}>
        {asset.tags.map((tag) => (
          <span key={tag} className={classNames(u.framed, u.breaks, styles.tag)}>
            {tag}
          </span>
        ))}
        <Button kind="quiet" icon={Tag} onPress={() => editTags([asset.id])}>
          {text(asset.tags.length === 0 ? 'gallery.tags.first' : 'gallery.tags.edit')}
        </Button>
      </div>
      <RelatedAssets key={`related:${asset.id}`} asset={asset} onOpen={onOpen} />
      <Facts asset={asset} />
      <Tools key={`tools:${asset.id}`} {...props} />
    </aside>
  )
}

function Tools({ asset, onTrash, onRestore, onOpenTask }: InspectorProps) {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const { export: exportAssets } = useAssetDialogs()
  const canReveal = useCapability('reveal')
  const copiesThroughHost = useCapability('clipboard')
  const [note, setNote] = useState<string | null>(null)
  const file = useSaveFile()
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
      {note !== null && <Status className={parts.quiet}>{note}</Status>}
      <Problem message={file.problem} />
      <div className={classNames(u.column, u.gap2, styles.tools)}>
        {asset.kind === 'image' && (
          <Button kind="quiet" icon={Clipboard} onPress={() => void copy()}>
            {text('viewer.copy')}
          </Button>
        )}
        <Button kind="quiet" icon={Share} onPress={() => exportAssets([asset.id])}>
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
    </>
  )
}

const LONGEST = 500

/** Edited in place: saved with Enter or on blur, reset with Escape. */
function TitleField({ asset }: { readonly asset: Asset }) {
  const { text } = useFormatter()
  const { changes } = useGallery()
  const [draft, setDraft] = useState<string | null>(null)
  const title = asset.title ?? ''
  function keep(): void {
    if (draft !== null && draft.trim() !== title) void changes.retitle(asset.id, draft.trim())
    setDraft(null)
  }
  return (
    <div className={styles.titleField}>
      <input
        className={classNames(u.wide, u.corner, u.clear, u.sizeText, u.bold, styles.title)}
        aria-label={text('viewer.titleField')}
        placeholder={text('viewer.titleField.placeholder')}
        value={draft ?? title}
        maxLength={LONGEST}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key !== 'Escape' || draft === null) return
          // The first Escape is for the field, the next for the viewer.
          event.stopPropagation()
          setDraft(null)
        }}
      />
    </div>
  )
}

/** How it was made, and what the file is. */
function Facts({ asset }: { readonly asset: Asset }) {
  const { text, bytes, duration, dateTime } = useFormatter()
  const { width, height, durationMs, options } = asset
  const [showsFile, setShowsFile] = useState(false)
  const { isImported, model, provider, scene } = originOf(asset)
  const labelOf = useModelLabel()
  const facts: readonly (readonly [string, string | undefined])[] = [
    [text('facts.model'), model === undefined ? undefined : labelOf(model, provider)],
    [text('facts.provider'), isImported ? text('gallery.imported') : provider],
    [text('facts.scene'), isScene(scene) ? text(`scene.${scene}`) : scene],
    [
      text('facts.dimensions'),
      width === undefined || height === undefined ? undefined : `${width} × ${height}`,
    ],
    [text('facts.length'), durationMs === undefined ? undefined : duration(durationMs)],
    [text('facts.size'), bytes(asset.sizeBytes)],
    [text('facts.seed'), useSeed(asset)],
    [text('facts.created'), dateTime(asset.createdAt)],
  ]
  const optionList = Object.entries(options)
  return (
    <>
      <OutsidePlace key={asset.id} asset={asset} />
      <FactList>
        {facts.map(
          ([name, value]) =>
            value !== undefined && (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ),
        )}
      </FactList>
      {optionList.length > 0 && (
        <section>
          <h3 className={styles.heading}>{text('facts.options')}</h3>
          <FactList>
            {optionList.map(([key, value]) => (
              <Fact key={key} name={key} className={styles.mono}>
                {typeof value === 'string' ? value : JSON.stringify(value)}
              </Fact>
            ))}
          </FactList>
        </section>
      )}
      <CredentialsShown key={`credentials:${asset.id}`} asset={asset} />
      <Disclosure title={text('facts.file')} isOpen={showsFile} onOpen={setShowsFile}>
        <FactList>
          <Fact name={text('facts.type')}>{asset.mimeType}</Fact>
          <Fact name={text('facts.sha256')} className={styles.mono}>
            {asset.sha256}
          </Fact>
        </FactList>
      </Disclosure>
    </>
  )
}

/** As it was asked for, or, where the service chose it, as its response tells. */
function useSeed({ taskId, options }: Asset): string | undefined {
  const asked = options['seed']
  const isAsked = asked !== undefined && asked !== null
  const task = useQuery('tasks.get', taskId === undefined || isAsked ? null : { id: taskId }).data
  // Until the answer has come, it is the one about the asset that was shown before.
  return isAsked || task === null || task.id !== taskId ? undefined : seedIn(task.lastResponse)
}

/** To the clipboard, as PNG: browsers accept no other type. False where the browser refused. */
async function copyImage(address: string): Promise<boolean> {
  try {
    const response = await fetch(address)
    const blob = await response.blob()
    const png = blob.type === 'image/png' ? blob : await toPng(blob)
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])
    return true
  } catch {
    return false
  }
}

async function toPng(blob: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(blob)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/png' })
}
