/** What an agent wants to send: every word of it is the agent's, and shown as such. */
import { useId } from 'react'
import type { Json } from '#contract/json.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { inputUrl } from '../../bridge/media.ts'
import { Fact, FactList } from '../../ui/fact-list.tsx'
import { ForeignText, visibleName } from '../../ui/foreign-text.tsx'
import parts from '../../ui/parts.module.css'
import { useWords } from '../../ui/text.ts'
import styles from './approval.module.css'
import { groupRequests } from './group-requests.ts'

export interface QuotedRequestsProps {
  readonly agent: string
  readonly requests: readonly GenerateRequest[]
}

export function QuotedRequests({ agent, requests }: QuotedRequestsProps) {
  const { text } = useWords()
  return (
    <ol className={styles.groups}>
      {groupRequests(requests).map(({ request, count }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a quote never changes
        <li key={index} className={styles.group}>
          <ForeignText label={text('approval.prompt', { name: agent })}>{request.prompt ?? ''}</ForeignText>
          <FactList>
            <Fact name={text('facts.model')}>
              <bdi>{visibleName(`${request.model} · ${request.provider}`)}</bdi>
              {count > 1 && <span className={parts.quiet}> × {count}</span>}
            </Fact>
            <Options options={request.options ?? {}} />
          </FactList>
          <Inputs request={request} />
        </li>
      ))}
    </ol>
  )
}

function Options({ options }: { readonly options: Readonly<Record<string, Json>> }) {
  const { text } = useWords()
  const entries = Object.entries(options)
  if (entries.length === 0) return null
  const words = entries.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(', ')
  return (
    <Fact name={text('approval.options')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <bdi className={styles.options} tabIndex={0}>
        {visibleName(words)}
      </bdi>
    </Fact>
  )
}

function Inputs({ request: { inputs = [] } }: { readonly request: GenerateRequest }) {
  const { text } = useWords()
  const id = useId()
  if (inputs.length === 0) return null
  return (
    <div>
      <p id={id} className={parts.quiet}>
        {text('approval.inputs', { count: inputs.length })}
      </p>
      <ul aria-labelledby={id} className={styles.inputs}>
        {inputs.map(({ inputId, option }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a quote never changes
          <li key={index}>
            <img
              src={inputUrl(inputId)}
              alt={visibleName(option)}
              title={visibleName(option)}
              loading="lazy"
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
