/** The place of the gallery, with the ways from an asset to the other places. */
import { useVary } from '../features/create/reuse/use-vary.ts'
import { GalleryView } from '../features/gallery/gallery-view.tsx'
import { useFormatter } from '../ui/text.ts'
import { useRoute } from './router.ts'
import type { Services } from './services.ts'
import { startSequence } from './start-sequence.ts'

export function GalleryPlace({ services }: { readonly services: Services }) {
  const { router, reuse, gallery } = services
  const { text } = useFormatter()
  const { id } = useRoute(router)
  const vary = useVary()
  return (
    <GalleryView
      gallery={gallery}
      openId={id}
      onOpen={(assetId) => router.go('gallery', assetId)}
      onStep={(assetId) => router.replace('gallery', assetId)}
      onClose={() => router.leave('gallery')}
      onRemix={(asset) => {
        void reuse.getState().remix({ asset })
        router.go('create')
      }}
      onVary={(asset, how) => {
        if (how === 'send')
          return void vary({ asset }).then((sent) => sent > 0 && gallery.changes.tellSent(sent))
        void reuse.getState().vary({ asset })
        router.go('create')
      }}
      onUseAsInput={(assets, scene) => {
        void reuse.getState().startFrom(assets, scene)
        router.go('create')
      }}
      onSequence={(assets, goesOn) =>
        void startSequence(services, { assets, goesOn, name: text('sequence.untitled') })
      }
      onContinue={(asset, frame) => {
        void reuse.getState().goOn(asset, frame)
        router.go('create')
      }}
      onOpenTask={(taskId) => router.go('queue', taskId)}
      onCreate={() => router.go('create')}
    />
  )
}
