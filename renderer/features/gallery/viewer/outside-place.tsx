/** Where the file of an asset lies that the library has no copy of, and whether it is there. */
import type { Asset } from '#contract/library.ts'
import { useQuery } from '../../../bridge/use-call.ts'
import { Fact, FactList } from '../../../ui/fact-list.tsx'
import { FilePath } from '../../../ui/foreign-text.tsx'
import parts from '../../../ui/parts.module.css'
import { useFormatter } from '../../../ui/text.ts'

export function OutsidePlace({ asset: { id, taskId } }: { readonly asset: Asset }) {
  const { text } = useFormatter()
  const place = useQuery('archives.place', taskId === undefined ? { id } : null).data?.place ?? null
  if (place === null) return null
  const { path, isThere } = place
  if (!isThere) return <p className={parts.warning}>{text('viewer.away', { path })}</p>
  return (
    <FactList>
      <Fact name={text('facts.place')}>
        <FilePath>{path}</FilePath>
      </Fact>
    </FactList>
  )
}
