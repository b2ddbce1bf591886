/** Says that what stands in the form is too large to be there after a restart. */
import { useStore } from 'zustand'
import { Status } from '../../ui/status.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './create-view.module.css'
import type { CreateFormStore } from './form-store.ts'

export function UnkeptLine({ form }: { readonly form: CreateFormStore }) {
  const { text } = useWords()
  const isUnkept = useStore(form, ({ unkept, media }) => unkept.includes(media))
  return <Status>{isUnkept && <p className={styles.first}>{text('create.unkept')}</p>}</Status>
}
