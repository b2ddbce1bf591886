/** What an agent wants to send: every word of it is the agent's, and shown as such. */
import { useId, useLayoutEffect, useState } from 'react'
import parts from '#renderer/ui/parts.module.css'
import type { Json } from '#contract/json.ts'
import type { InputMedia, InputReference } from '#contract/inputs.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { inputUrl } from '#renderer/bridge/media.ts'
import { useModelLabel } from '#renderer/bridge/host.tsx'
import { useQuery } from '#renderer/bridge/use-call.ts'
import { Button } from '#renderer/ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog, DialogActions } from '#renderer/ui/dialog.tsx'
import { Fact, FactList } from '#renderer/ui/fact-list.tsx'
import { ForeignText, ForeignValue, visibleName } from '#renderer/ui/foreign-text.tsx'
import { Problem } from '#renderer/ui/problem.tsx'
import { useFormatter } from '#renderer/ui/text.ts'
import { useLatestCallback } from '#renderer/ui/use-delayed.ts'
import styles from './approval.module.css'

interface QuotedRequestsProps {
  readonly agent: string
  readonly profileId: string
  readonly requests: readonly GenerateRequest[]
  /** Something that lay over the page is gone, or a line that came late has moved what stands below. */
  onChange(): void
}

export function QuotedRequests({ agent, profileId, requests, onChange }: QuotedRequestsProps) {
  const { text } = useFormatter()
  const labelOf = useModelLabel()
  const { data: listing } = useQuery('models.list', { profileId })
  // Of a listing that could not be read nothing follows, and one that names no provider may mean this one.
  const isUnlisted = ({ provider, model }: GenerateRequest): boolean =>
    listing !== null &&
    listing.items.length > 0 &&
    !listing.items.some((listed) => listed.id === model && ['', provider].includes(listed.provider))
  const noteChange = useLatestCallback(onChange)
  const hasUnlisted = requests.some(isUnlisted)
  useLayoutEffect(() => {
    if (hasUnlisted) noteChange()
  }, [hasUnlisted, noteChange])
  // The length tells whether more follows under the lines that are seen.
  const promptLabel = (prompt: string): string =>
    prompt === ''
      ? text('approval.prompt.none', { name: agent })
      : text('approval.prompt', {
          name: agent,
          length: Array.from(prompt).length,
          lines: prompt.split(/\r\n|[\r\n]/).length,
        })
  return (
    <ol className={styles.groups}>
      {groupRequests(requests).map(({ request, count }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a quote never changes
        <li key={index} className={classNames(parts.column, styles.group)}>
          <ForeignText label={promptLabel(request.prompt ?? '')}>{request.prompt ?? ''}</ForeignText>
          <FactList>
            <Fact name={text('approval.makes')}>
              {text('price.requests', { count })} · {text(`media.${request.mediaType}`)} ·{' '}
              {text(`scene.${request.scene}`)}
            </Fact>
            <Fact name={text('facts.model')}>
              <ForeignValue>{labelOf(request.model, request.provider)}</ForeignValue>
              {isUnlisted(request) && <p className={parts.warning}>{text('approval.unlisted')}</p>}
            </Fact>
            <Fact name={text('approval.provider')}>
              <ForeignValue>{request.provider}</ForeignValue>
            </Fact>
            <Options options={request.options ?? {}} />
          </FactList>
          <Inputs request={request} onChange={noteChange} />
        </li>
      ))}
    </ol>
  )
}

function Options({ options }: { readonly options: Readonly<Record<string, Json>> }) {
  const { text } = useFormatter()
  const entries = Object.entries(options)
  if (entries.length === 0) return null
  const list = entries.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(', ')
  return (
    <Fact name={text('approval.options')}>
      <ForeignValue>{list}</ForeignValue>
    </Fact>
  )
}

interface InputsProps {
  readonly request: GenerateRequest
  /** One came, or an enlarged one was closed. Stays the same function. */
  onChange(): void
}

function Inputs({ request: { inputs = [] }, onChange }: InputsProps) {
  const { text } = useFormatter()
  const id = useId()
  if (inputs.length === 0) return null
  return (
    <div>
      <p id={id} className={parts.quiet}>
        {text('approval.inputs', { count: inputs.length })}
      </p>
      <ul aria-labelledby={id} className={styles.inputs}>
        {inputs.map((reference, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a quote never changes
          <Input key={index} reference={reference} onChange={onChange} />
        ))}
      </ul>
    </div>
  )
}

/** The media in a place that is there before it, and under it where they go and how they are made ready. */
function Input({
  reference,
  onChange,
}: Pick<InputsProps, 'onChange'> & { readonly reference: InputReference }) {
  const { inputId, option, shape, mask } = reference
  const { data, error } = useQuery('inputs.get', { id: inputId })
  const hasResponse = data !== null || error !== null
  useLayoutEffect(() => {
    if (hasResponse) onChange()
  }, [hasResponse, onChange])
  return (
    <li className={classNames(parts.stack, styles.input)}>
      <div className={styles.media}>
        {data !== null && <Media media={data} name={visibleName(option)} onClose={onChange} />}
      </div>
      <Problem message={error?.message} />
      <ForeignValue>{option}</ForeignValue>
      {data?.url !== undefined && <ForeignValue>{data.url}</ForeignValue>}
      {(shape ?? mask) !== undefined && <ForeignValue>{JSON.stringify({ shape, mask })}</ForeignValue>}
    </li>
  )
}

interface MediaProps {
  readonly media: InputMedia
  readonly name: string
  onClose(): void
}

function Media({ media: { id, kind }, name, onClose }: MediaProps) {
  const src = inputUrl(id)
  if (kind === 'image') return <Image src={src} name={name} onClose={onClose} />
  const shown = { src, controls: true, preload: 'metadata', 'aria-label': name } as const
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody wrote captions for an agent's input
  if (kind === 'audio') return <audio {...shown} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody wrote captions for an agent's input
  return <video {...shown} playsInline />
}

/** Small beside the others; a press shows it as large as it is. */
function Image({ src, name, onClose }: { readonly src: string; readonly name: string; onClose(): void }) {
  const { text } = useFormatter()
  const [isLarge, setLarge] = useState(false)
  function close(): void {
    setLarge(false)
    onClose()
  }
  return (
    <>
      <button
        type="button"
        className={classNames(parts.bare, styles.enlarge)}
        aria-label={text('approval.enlarge', { name })}
        onClick={() => setLarge(true)}
      >
        <img src={src} alt="" loading="lazy" />
      </button>
      <Dialog title={name} isOpen={isLarge} isWide onClose={close}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
        <div className={styles.large} tabIndex={0}>
          <img src={src} alt={name} />
        </div>
        <DialogActions>
          <Button onPress={close}>{text('approval.close')}</Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

interface RequestGroup {
  readonly request: GenerateRequest
  readonly count: number
}

/** In the order in which they first occur. What is only remembered of a request makes no difference. */
function groupRequests(requests: readonly GenerateRequest[]): readonly RequestGroup[] {
  const groups = Map.groupBy(requests, (request) => JSON.stringify({ ...request, provenance: undefined }))
  return [...groups.values()].flatMap((same) => {
    const [request] = same
    return request === undefined ? [] : [{ request, count: same.length }]
  })
}
