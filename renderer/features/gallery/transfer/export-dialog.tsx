/** Exports copies: as files or as one ZIP file, named by a template, with or without their recipe. */
import '../../../locales/gallery.ts'
import { useEffect, useState } from 'react'
import type { Conversion } from '#contract/exchange.ts'
import type { RouteInput } from '#contract/routes.ts'
import { useCapability, useHost, useHostState } from '../../../bridge/host.tsx'
import { useQuery, useCall } from '../../../bridge/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions, Form } from '../../../ui/dialog.tsx'
import { NumberField, Switch, TextField } from '../../../ui/field.tsx'
import { FieldGrid } from '../../../ui/field-grid.tsx'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { ChoiceField } from '../../../ui/segmented.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useGallery } from '../gallery.ts'
import { JobLine } from './job-strip.tsx'
import styles from '../dialogs/dialogs.module.css'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

const PARTS = ['date', 'time', 'model', 'provider', 'prompt:40', 'seed', 'title', 'id', 'index']
/** That one call takes. */
const MAX_IDS = 250_000
const PREVIEW_WAIT_MS = 120

export interface ExportDialogProps {
  readonly ids: readonly string[]
  onClose(): void
}

export function ExportDialog({ ids, onClose }: ExportDialogProps) {
  const { text } = useFormatter()
  const [jobId, setJobId] = useState<string | null>(null)
  const job = useHostState('jobs', ({ items }) => items.find(({ id }) => id === jobId))
  return (
    <Dialog title={text('gallery.export.title', { count: ids.length })} isOpen onClose={onClose}>
      {job === undefined ? (
        <ExportForm ids={ids} onStart={setJobId} onClose={onClose} />
      ) : (
        <>
          <JobLine job={job} />
          <DialogActions>
            <Button onPress={onClose} takesFocus>
              {text(job.state === 'running' ? 'gallery.job.background' : 'gallery.close')}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

function ExportForm({ ids, onStart, onClose }: ExportDialogProps & { onStart(jobId: string): void }) {
  const { text } = useFormatter()
  const { bridge, jobs } = useHost()
  const { listing } = useGallery()
  const canChoose = useCapability('chooseFolder')
  const [form, setForm] = useState<'zip' | 'files'>('zip')
  const [template, setTemplate] = useState('')
  const [recipes, setRecipes] = useState<Recipes>({
    embedRecipe: true,
    embedInSigned: false,
    xmpSidecars: false,
  })
  const { embedRecipe, embedInSigned, xmpSidecars } = recipes
  const { run, error } = useCall()
  const [images, setImages] = useState<ImageExport>(AS_THEY_ARE)
  const naming = {
    embedRecipe,
    ...(template.trim() === '' ? {} : { template: template.trim() }),
    ...conversionOf(images),
  }
  const preview = usePreview(ids, naming)

  async function start(): Promise<void> {
    const { order, filter } = listing.getState()
    // So many only by selecting all that is listed.
    const isTooMany = ids.length > MAX_IDS && ids.length === order.count
    const job = await run(
      bridge.call('library.export', {
        ...naming,
        ...(isTooMany ? { filter } : { ids: [...ids] }),
        form,
        embedInSigned,
        xmpSidecars,
        ...(canChoose ? { chooseFolder: true } : {}),
      }),
    )
    if (job === null) return
    jobs.follow(job)
    onStart(job.id)
  }
  return (
    <Form onSubmit={() => void start()}>
      <ChoiceField<'zip' | 'files'>
        label={text('gallery.export.form')}
        value={form}
        onChange={setForm}
        options={[
          { value: 'zip', label: text('gallery.export.zip') },
          { value: 'files', label: text('gallery.export.files') },
        ]}
      />
      <ImageFields images={images} onChange={setImages} />
      <TextField
        label={text('gallery.export.template')}
        value={template}
        onChange={setTemplate}
        placeholder={embedRecipe ? '{date}-{model}-{prompt:40}-{seed}' : '{date}-{model}-{seed}'}
        hint={text('gallery.export.parts', { parts: PARTS.map((part) => `{${part}}`).join(' ') })}
        error={preview.problem}
        maxLength={300}
        isMono
      />
      <div className={classNames(u.column, u.gap2, u.corner, u.well, styles.preview)}>
        <span className={parts.quiet}>{text('gallery.export.preview')}</span>
        <span className={classNames(u.breaks, u.selectable)}>{preview.name ?? '…'}</span>
      </div>
      <RecipeFields recipes={recipes} onChange={setRecipes} format={images.format} />
      <p className={parts.quiet}>{text(`gallery.export.where.${canChoose ? 'choose' : form}`)}</p>
      <Problem message={error?.message} />
      <DialogActions>
        <Button onPress={onClose}>{text('action.cancel')}</Button>
        <Button kind="main" type="submit" isDisabled={preview.problem !== null}>
          {text('gallery.export')}
        </Button>
      </DialogActions>
    </Form>
  )
}

interface Recipes {
  readonly embedRecipe: boolean
  readonly embedInSigned: boolean
  readonly xmpSidecars: boolean
}

/** Whether files carry their recipe, also where that breaks what signs them, and whether XMP beside them says it too. */
function RecipeFields({
  recipes,
  format,
  onChange,
}: {
  readonly recipes: Recipes
  readonly format: ImageExport['format']
  onChange(recipes: Recipes): void
}) {
  const { text } = useFormatter()
  const { embedRecipe, embedInSigned, xmpSidecars } = recipes
  return (
    <>
      <Switch
        label={text('gallery.export.recipe')}
        hint={text(`gallery.export.recipe.${embedRecipe ? (format === 'avif' ? 'beside' : 'on') : 'off'}`)}
        isSelected={embedRecipe}
        onChange={(next) => onChange({ ...recipes, embedRecipe: next })}
      />
      {embedRecipe && format === 'original' && (
        <Switch
          label={text('gallery.export.signed')}
          hint={text(`gallery.export.signed.${embedInSigned ? 'on' : 'off'}`)}
          isSelected={embedInSigned}
          onChange={(next) => onChange({ ...recipes, embedInSigned: next })}
        />
      )}
      {embedRecipe && (
        <Switch
          label={text('gallery.export.sidecars')}
          hint={text('gallery.export.sidecars.text')}
          isSelected={xmpSidecars}
          onChange={(next) => onChange({ ...recipes, xmpSidecars: next })}
        />
      )}
    </>
  )
}

interface ImageExport {
  readonly format: Conversion['format'] | 'original'
  /** null: not filled in. */
  readonly quality: number | null
  readonly longestSide: number | null
}

const AS_THEY_ARE: ImageExport = { format: 'original', quality: null, longestSide: null }
const FORMATS = ['original', 'jpeg', 'webp', 'avif'] as const
/** Hard to tell from the original. */
const USUAL_QUALITIES = { original: 85, jpeg: 85, webp: 85, avif: 60 } as const

function conversionOf({ format, quality, longestSide }: ImageExport): { readonly convert?: Conversion } {
  if (format === 'original') return {}
  return {
    convert: {
      format,
      quality: quality ?? USUAL_QUALITIES[format],
      ...(longestSide !== null && { longestSide }),
    },
  }
}

/** Whether images leave as they are, or in another format and size. */
function ImageFields({
  images,
  onChange,
}: {
  readonly images: ImageExport
  onChange(images: ImageExport): void
}) {
  const { text } = useFormatter()
  return (
    <>
      <ChoiceField<ImageExport['format']>
        label={text('gallery.export.images')}
        value={images.format}
        onChange={(format) => onChange({ ...images, format })}
        options={FORMATS.map((format) => ({
          value: format,
          label: text(`gallery.export.images.${format}`),
        }))}
      />
      {images.format !== 'original' && (
        <FieldGrid>
          <NumberField
            label={text('gallery.export.quality')}
            range="1–100"
            value={images.quality}
            placeholder={String(USUAL_QUALITIES[images.format])}
            min={1}
            max={100}
            step={1}
            onChange={(quality) => onChange({ ...images, quality })}
          />
          <NumberField
            label={text('gallery.export.longestSide')}
            value={images.longestSide}
            placeholder={text('gallery.export.longestSide.any')}
            min={16}
            max={16_384}
            step={1}
            onChange={(longestSide) => onChange({ ...images, longestSide })}
          />
        </FieldGrid>
      )}
    </>
  )
}

type Naming = Omit<RouteInput<'library.exportNames'>, 'ids' | 'total'>

/** The name of the first file, or why the template is wrong; loaded while the user types. */
function usePreview(ids: readonly string[], naming: Naming) {
  const [asked, setAsked] = useState<RouteInput<'library.exportNames'> | null>(null)
  const wanted = JSON.stringify({ ids: ids.slice(0, 1), total: ids.length, ...naming })
  useEffect(() => {
    const ask = (): void => setAsked(JSON.parse(wanted) as RouteInput<'library.exportNames'>)
    const timer = setTimeout(ask, PREVIEW_WAIT_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data, error } = useQuery('library.exportNames', asked)
  return { name: error === null ? data?.names[0] : undefined, problem: error?.message ?? null }
}
