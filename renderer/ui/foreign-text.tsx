/** Text that somebody else wrote, set apart from the interface's own words. */
import { useFormatter } from './text.ts'
import styles from './foreign-text.module.css'
import parts from './parts.module.css'
import { classNames } from './class-names.ts'
import u from './utilities.module.css'

/** Invisible, or turning round what stands beside them: controls, marks of direction, and what joins or fills. */
const HIDDEN =
  /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\u034f|\u115f|\u1160|[\u180b-\u180f]|\u2800|\u3164|\uffa0|[\u{e0100}-\u{e01ef}]/gu
const KEPT = /[\n\t\u200d]/u

/** With a sign in place of every character that is not seen. */
export function visibleText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(HIDDEN, (character) => (KEPT.test(character) ? character : '\ufffd'))
}

/** On one line, as a name is. */
export function visibleName(text: string): string {
  return visibleText(text).replaceAll(/\s+/g, ' ')
}

/** A path on one line. It begins on the left in every language: its first slash would else stand at its end. */
export function FilePath({ children }: { readonly children: string }) {
  return <bdi dir="ltr">{visibleName(children)}</bdi>
}

const LONG = 300

/** A value on one line, in the same frame. It scrolls where it is long. */
export function ForeignValue({ children }: { readonly children: string }) {
  const name = visibleName(children)
  if (name.length <= LONG) return <bdi className={styles.value}>{name}</bdi>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <bdi className={`${styles.value} ${classNames(u.scroll, styles.long)}`} tabIndex={0}>
      {name}
    </bdi>
  )
}

/** Scrolls where it is long: nothing of it is left out. */
export function ForeignText({ label, children }: { readonly label: string; readonly children: string }) {
  const { text } = useFormatter()
  return (
    <figure className={parts.stack}>
      <figcaption className={parts.quiet}>{label}</figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <blockquote className={classNames(u.scroll, styles.text)} dir="auto" tabIndex={0} aria-label={label}>
        {children === '' ? (
          <span className={parts.quiet}>{text('task.noPrompt')}</span>
        ) : (
          visibleText(children)
        )}
      </blockquote>
    </figure>
  )
}
