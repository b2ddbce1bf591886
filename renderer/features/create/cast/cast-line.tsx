/** What the cast adds to the prompt above, what the model cannot take of it, and the handles that nobody has. */
import '../../../locales/create.ts'
import { TriangleAlert } from '#renderer/icons.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import parts from '../../../ui/parts.module.css'
import { useFormatter } from '../../../ui/text.ts'
import type { CastNotes } from './expansion.ts'

export interface CastLineProps {
  readonly cast: CastNotes
  onCreate(handle: string): void
}

export function CastLine({ cast: { uses, unknown, refusal }, onCreate }: CastLineProps) {
  const { text } = useFormatter()
  return (
    <output className={parts.stack} aria-label={text('cast.line')}>
      {uses.map(({ memberId, name, sentence, added, voiceOption, notes }) => (
        <span key={memberId} className={parts.stack}>
          <span className={parts.quiet} title={sentence}>
            {text('cast.adds', {
              name,
              images: added.length,
              sentence: sentence === '' ? 'no' : 'yes',
              voice: voiceOption === undefined ? 'no' : 'yes',
            })}
          </span>
          {notes.map(({ text: note }) => (
            <span key={note} className={classNames(parts.warning, parts.note)}>
              <TriangleAlert size={14} aria-hidden /> {note}
            </span>
          ))}
        </span>
      ))}
      {refusal !== null && <span className={parts.problem}>{refusal}</span>}
      {unknown.map((handle) => (
        <span key={handle} className={parts.row}>
          <span className={classNames(parts.grow, parts.quiet)}>{text('cast.unknown', { handle })}</span>
          <Button onPress={() => onCreate(handle)}>{text('cast.create', { handle })}</Button>
        </span>
      ))}
    </output>
  )
}
