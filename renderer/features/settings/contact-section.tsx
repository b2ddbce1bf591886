/** A message to the people who run the service. */
import { useState } from 'react'
import { useHost } from '../../bridge/host.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '#renderer/ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { Status } from '../../ui/status.tsx'
import { useFormatter } from '../../ui/text.ts'

const LONGEST = 5_000

export function ContactSection() {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const [email, setEmail] = useState('')
  const [content, setContent] = useState('')
  const [isSent, setSent] = useState(false)
  const { run, busy, error } = useCall()
  const errorAt = (field: string): string | undefined => (error?.field === field ? error.message : undefined)
  const tooLong = content.length > LONGEST

  async function send(): Promise<void> {
    setSent(false)
    if ((await run(bridge.call('contact.send', { email, content }))) === null) return
    setContent('')
    setSent(true)
  }

  return (
    <Form label={text('settings.contact')} onSubmit={() => void send()}>
      <p className={parts.quiet}>{text('settings.contact.text')}</p>
      <TextField
        label={text('contact.email')}
        value={email}
        onChange={setEmail}
        placeholder="name@example.com"
        error={errorAt('email')}
      />
      <TextField
        label={text('contact.message')}
        value={content}
        onChange={setContent}
        rows={7}
        hint={text('contact.counter', { count: content.length, most: LONGEST })}
        error={tooLong ? text('contact.tooLong', { most: LONGEST }) : errorAt('content')}
      />
      {(errorAt('email') ?? errorAt('content')) === undefined && <Problem message={error?.message} />}
      <div className={parts.wrap}>
        <Button kind="main" type="submit" isPending={busy} isDisabled={tooLong || content.trim() === ''}>
          {text('contact.send')}
        </Button>
        <Status>{isSent && text('contact.sent')}</Status>
      </div>
    </Form>
  )
}
