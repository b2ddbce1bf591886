/** The asset that the form was filled from: the results will be noted as made from it, unless the user says otherwise. */
import { X } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { thumbUrl } from '../../../bridge/media.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useWords } from '../../../ui/text.ts'
import type { CreateFormStore } from '../form-store.ts'
import styles from './origin-line.module.css'

export function OriginLine({ form }: { readonly form: CreateFormStore }) {
  const assetId = useStore(form, ({ drafts, media }) => drafts[media].fromAssetId)
  return assetId === null ? null : <Origin key={assetId} form={form} assetId={assetId} />
}

interface OriginProps {
  readonly form: CreateFormStore
  readonly assetId: string
}

function Origin({ form, assetId }: OriginProps) {
  const { text } = useWords()
  // Sounds have no picture, and an asset may be gone.
  const [hasPicture, setPicture] = useState(true)
  return (
    <div className={styles.line}>
      {hasPicture && (
        <img className={styles.picture} src={thumbUrl(assetId)} alt="" onError={() => setPicture(false)} />
      )}
      <p className={styles.words}>{text('again.origin')}</p>
      <IconButton
        icon={X}
        label={text('again.origin.forget')}
        onPress={() => form.getState().edit({ fromAssetId: null })}
      />
    </div>
  )
}
