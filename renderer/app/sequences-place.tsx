/** The place of sequences, with what it borrows of other parts: the fields of Create's form and the gallery's jobs. */
import '../locales/gallery.ts'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { RequestFieldsForm } from '../features/create/request-fields.tsx'
import { createRequestForm, type RequestForm } from '../features/create/request-form.ts'
import { GalleryContext } from '../features/gallery/gallery.ts'
import { JobStrip } from '../features/gallery/transfer/job-strip.tsx'
import type { RequestFormProps, SequenceUses } from '../features/sequences/sequence-context.ts'
import { SequencesView } from '../features/sequences/sequences-view.tsx'
import { useLatestCallback } from '../ui/use-delayed.ts'
import { useRoute } from './router.ts'
import type { Services } from './services.ts'
import { firstModel } from './start-sequence.ts'

interface SequencesPlaceProps {
  readonly services: Services
  /** Where the form is held that is lent, for as long as the page is there. */
  readonly lent: RefObject<RequestForm | null>
}

export function SequencesPlace({ services, lent }: SequencesPlaceProps) {
  const { router, gallery, host } = services
  const { id } = useRoute(router)
  const [requestForm] = useState(() => (lent.current ??= createRequestForm(host.bridge, services)))
  const uses = useMemo(
    (): SequenceUses => ({
      renderForm: (props) => <ShotForm key={props.shotId} requestForm={requestForm} {...props} />,
      firstModel: async (mediaType) => firstModel(services, mediaType),
      renderJobs: () => (
        <GalleryContext value={gallery}>
          <JobStrip />
        </GalleryContext>
      ),
      onOpenAsset: (assetId) => router.go('gallery', assetId),
    }),
    [requestForm, services, gallery, router],
  )
  return (
    <SequencesView
      openId={id}
      uses={uses}
      onOpen={(sequenceId) => router.go('sequences', sequenceId)}
      onClose={() => router.go('sequences')}
    />
  )
}

/** Fills the form where the shot's request is another one than what was typed into it, as after an undo. */
function ShotForm({
  requestForm,
  shotId,
  request,
  onChange,
  onGenerate,
}: RequestFormProps & { readonly requestForm: RequestForm }) {
  const known = useRef('')
  const told = useLatestCallback((change: Partial<typeof request>) => {
    known.current = JSON.stringify({ ...request, ...change })
    onChange(change)
  })
  const wanted = JSON.stringify(request)
  useEffect(() => {
    if (known.current === wanted) return
    known.current = wanted
    requestForm.fill(shotId, JSON.parse(wanted) as typeof request, (change) =>
      told(change as Partial<typeof request>),
    )
  }, [requestForm, shotId, wanted, told])
  return <RequestFieldsForm requestForm={requestForm} onGenerate={onGenerate} />
}
