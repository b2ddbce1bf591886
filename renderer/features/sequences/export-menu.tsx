/** Takes a sequence out: as one video, for an editor, as captions, or as itself. */
import { Upload } from '#renderer/icons.tsx'
import { useState } from 'react'
import { MenuTrigger } from 'react-aria-components'
import type { HandOffFormat } from '#contract/sequences.ts'
import { useHost } from '../../bridge/host.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { MenuPopover } from '../../ui/menu.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useFormatter } from '../../ui/text.ts'
import { useOpenSequence } from './sequence-context.ts'

interface Choice {
  readonly format: HandOffFormat
  readonly media?: boolean
}

const CHOICES: readonly Choice[] = [
  { format: 'mp4' },
  { format: 'webm' },
  { format: 'otio', media: true },
  { format: 'fcpxml', media: true },
  { format: 'edl', media: true },
  { format: 'srt' },
  { format: 'vtt' },
  { format: 'atelier', media: true },
  { format: 'atelier', media: false },
]

export function ExportMenu() {
  const { text } = useFormatter()
  const { bridge, jobs } = useHost()
  const { session, clips } = useOpenSequence()
  const { error, run } = useCall()
  const [isStarting, setStarting] = useState(false)
  async function take({ format, media }: Choice): Promise<void> {
    setStarting(true)
    const isSaved = await session.flush()
    const wish = { id: session.id, format, ...(media === undefined ? {} : { media }) }
    const job = isSaved ? await run(bridge.call('sequences.export', wish)) : null
    if (job !== null) jobs.follow(job)
    setStarting(false)
  }
  return (
    <>
      <MenuTrigger>
        <Button icon={Upload} isDisabled={clips.parts.length === 0} isPending={isStarting}>
          {text('sequence.export')}
        </Button>
        <MenuPopover
          label={text('sequence.export')}
          placement="bottom end"
          items={CHOICES.map((choice, at) => ({
            id: String(at),
            label: text(`sequence.export.${choice.format}`, { media: choice.media === true ? 'yes' : 'no' }),
          }))}
          onChoose={(at) => {
            const choice = CHOICES[Number(at)]
            if (choice !== undefined) void take(choice)
          }}
        />
      </MenuTrigger>
      <Problem message={error?.message} />
    </>
  )
}
