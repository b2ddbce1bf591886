/** The place of the address, with the ways from one place to another. */
import { lazy, useRef, useState } from 'react'
import { compareModels } from '../features/create/batch/compare-models.ts'
import { type Create, CreateProvider } from '../features/create/create-context.ts'
import { CreateView } from '../features/create/create-view.tsx'
import type { RequestForm } from '../features/create/request-form.ts'
import { ROW_HEIGHTS, rowHeightAt } from '../features/gallery/display.ts'
import { ASSETS_TYPE, GalleryContext } from '../features/gallery/gallery.ts'
import { useDialog } from '../ui/dialog.tsx'
import { useFormatter } from '../ui/text.ts'
import { useRoute } from './router.ts'
import type { Services } from './services.ts'
import { startSequence } from './start-sequence.ts'
import { withMessages } from '../locales/messages.ts'
import { lazyPart } from '../locales/lazy-part.ts'

const QueuePlace = lazyPart(
  () => import('./queue-place.tsx'),
  (part) => part.QueuePlace,
)
const ArenaView = lazyPart(
  () => import('../features/arena/arena-view.tsx'),
  (part) => part.ArenaView,
)
export const loadGallery = () => withMessages(() => import('./gallery-place.tsx'))
const GalleryPlace = lazy(async () => ({ default: (await loadGallery()).GalleryPlace }))
const SettingsView = lazyPart(
  () => import('../features/settings/settings-view.tsx'),
  (part) => part.SettingsView,
)
const SpendingView = lazyPart(
  () => import('../features/spending/spending-view.tsx'),
  (part) => part.SpendingView,
)
const SequencesPlace = lazyPart(
  () => import('./sequences-place.tsx'),
  (part) => part.SequencesPlace,
)
const CompareView = lazyPart(
  () => import('../features/gallery/viewer/compare-view.tsx'),
  (part) => part.CompareView,
)

interface PlaceProps {
  readonly services: Services
}

export function CurrentPlace({ services }: PlaceProps) {
  const { router, gallery } = services
  const { text } = useFormatter()
  const open = useDialog()
  const [create] = useState<Create>(() => ({
    ...services,
    dragged: { type: ASSETS_TYPE, take: gallery.drag.take },
    changes: gallery.changes,
    zoom: {
      store: gallery.display,
      most: ROW_HEIGHTS.length - 1,
      rowHeightAt,
      set: (zoom) => gallery.display.setState({ zoom }),
    },
    write: services.reuse.getState().write,
    onOpenAsset: (assetId) => {
      services.opened.setState(assetId, true)
      router.go('gallery', assetId)
    },
    onCompare: (ids) =>
      open((onClose) => (
        <GalleryContext value={gallery}>
          <CompareView ids={ids} onClose={onClose} />
        </GalleryContext>
      )),
    onSequence: (assetIds) =>
      void services.host.assets.read(assetIds).then(async (found) => {
        if (found.ok) return startSequence(services, { assets: found.data, name: text('sequence.untitled') })
        return gallery.changes.fail(found.error)
      }),
    onOpenTask: (taskId) => router.go('queue', taskId),
    onOpenSettings: (section) => router.go('settings', section),
    onOpenCreate: () => router.go('create'),
  }))
  return (
    <CreateProvider value={create}>
      <Place services={services} />
    </CreateProvider>
  )
}

function Place({ services }: PlaceProps) {
  const { router } = services
  const { place, id } = useRoute(router)
  const lent = useRef<RequestForm>(null)
  switch (place) {
    case 'create':
      return <CreateView />
    case 'queue':
      return <QueuePlace services={services} />
    case 'gallery':
      return <GalleryPlace services={services} />
    case 'sequences':
      return <SequencesPlace services={services} lent={lent} />
    case 'arena':
      return (
        <ArenaView
          isRanking={id === 'ranking'}
          onRanking={(isRanking) => router.replace('arena', isRanking ? 'ranking' : null)}
          onWhichModel={() => {
            void compareModels(services.form, services.models).then(() => router.go('create'))
          }}
          onClose={() => router.leave('gallery')}
        />
      )
    case 'spending':
      return <SpendingView key={id} agentId={id} />
    case 'settings':
      return (
        <SettingsView
          section={id}
          onSection={(name) => router.replace('settings', name)}
          onOpen={(name) => router.go('settings', name)}
          onList={(isListBefore) => (isListBefore ? router.leave('settings') : router.replace('settings'))}
        />
      )
  }
}
