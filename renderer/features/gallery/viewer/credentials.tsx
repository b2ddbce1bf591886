/** What a signed file says of who signed it and how it was made, with the word that nobody has checked it. */
import type { Credentials, CredentialsAction } from '#contract/credentials.ts'
import type { Asset } from '#contract/library.ts'
import { useQuery } from '../../../bridge/use-call.ts'
import { Fact, FactList } from '../../../ui/fact-list.tsx'
import { visibleName } from '../../../ui/foreign-text.tsx'
import parts from '../../../ui/parts.module.css'
import { useFormatter } from '../../../ui/text.ts'
import styles from './inspector.module.css'

/** Nothing for a file that is not signed. */
export function CredentialsShown({ asset: { id } }: { readonly asset: Asset }) {
  const { text } = useFormatter()
  const credentials = useQuery('credentials.read', { id }).data?.credentials ?? null
  if (credentials === null) return null
  return (
    <section className={parts.stack}>
      <h3 className={styles.heading}>{text('credentials')}</h3>
      {credentials === 'unreadable' ? (
        <p className={parts.quiet}>{text('credentials.unreadable')}</p>
      ) : (
        <Said credentials={credentials} />
      )}
    </section>
  )
}

function Said({ credentials }: { readonly credentials: Credentials }) {
  const { text } = useFormatter()
  const { actions } = credentials
  return (
    <>
      <p className={parts.quiet}>{text('credentials.unchecked')}</p>
      <FactList>
        {(['signer', 'issuer', 'generator', 'title'] as const).map((name) => {
          const value = credentials[name]
          return (
            value !== undefined && (
              <Fact key={name} name={text(`credentials.${name}`)}>
                <bdi>{visibleName(value)}</bdi>
              </Fact>
            )
          )
        })}
        {actions.length > 0 && (
          <Fact name={text('credentials.actions')}>
            <ul>
              {actions.map((action, at) => (
                <Action key={at} action={action} />
              ))}
            </ul>
          </Fact>
        )}
      </FactList>
    </>
  )
}

function Action({ action: { action, tool, when, sourceType } }: { readonly action: CredentialsAction }) {
  const { text, dateTime } = useFormatter()
  const time = Date.parse(when ?? '')
  const done = text('credentials.action', {
    action: action.replace(/^c2pa\./, ''),
    name: visibleName(action),
    tool: visibleName(tool ?? ''),
    hasTool: String(tool !== undefined),
  })
  const source =
    sourceType === undefined
      ? null
      : text('credentials.source', { source: sourceType, name: visibleName(sourceType) })
  return (
    <li>
      <bdi>
        {[done, source, Number.isNaN(time) ? null : dateTime(time)]
          .filter((part) => part !== null)
          .join(' · ')}
      </bdi>
    </li>
  )
}
