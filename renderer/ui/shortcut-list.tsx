/** Every shortcut of the page. */
import parts from './parts.module.css'
import styles from './state-message.module.css'
import { keysText, useFormatter, type MessageId } from './text.ts'

interface ShortcutGroup {
  /** A place, or a view that fills the window. */
  readonly of: string
  readonly title: MessageId
  readonly keys: readonly (readonly [MessageId, readonly string[]])[]
}

const GROUPS: readonly ShortcutGroup[] = [
  {
    of: 'everywhere',
    title: 'shortcuts.everywhere',
    keys: [
      ['shortcuts.places', ['Ctrl 1', 'Ctrl 4']],
      ['shortcuts.palette', ['Ctrl K']],
      ['shortcuts.help', ['?']],
    ],
  },
  {
    of: 'create',
    title: 'place.create',
    keys: [
      ['shortcuts.generate', ['Ctrl Enter']],
      ['shortcuts.history', ['Ctrl H']],
      ['shortcuts.recall', ['↑', '↓']],
      ['shortcuts.paste', ['Ctrl V']],
    ],
  },
  {
    of: 'queue',
    title: 'place.queue',
    keys: [
      ['shortcuts.rows', ['↑', '↓']],
      ['shortcuts.openTask', ['Enter']],
      ['shortcuts.selectTask', ['Space']],
      ['shortcuts.select', ['Shift ↑', 'Shift ↓']],
      ['shortcuts.selectAll', ['Ctrl A']],
      ['shortcuts.move', ['Alt ↑', 'Alt ↓']],
      ['shortcuts.next', ['N']],
      ['shortcuts.fold', ['←', '→']],
      ['shortcuts.renameBatch', ['F2']],
      ['shortcuts.retry', ['R']],
      ['shortcuts.stop', ['S']],
      ['shortcuts.remove', ['Delete']],
      ['shortcuts.pause', ['P']],
      ['shortcuts.closeTask', ['Esc']],
    ],
  },
  {
    of: 'gallery',
    title: 'place.gallery',
    keys: [
      ['shortcuts.view', ['Space', 'Enter']],
      ['shortcuts.select', ['Shift ←', 'Shift →']],
      ['shortcuts.selectAll', ['Ctrl A']],
      ['shortcuts.search', ['/']],
      ['shortcuts.panel', ['\\']],
      ['shortcuts.favorite', ['F']],
      ['shortcuts.rate', ['0', '5']],
      ['shortcuts.tags', ['T']],
      ['shortcuts.collect', ['C']],
      ['shortcuts.compare', ['V']],
      ['review.hint', ['R']],
      ['shortcuts.export', ['E']],
      ['shortcuts.listen', ['P']],
      ['shortcuts.dragOut', ['Shift']],
      ['shortcuts.trash', ['Delete']],
      ['shortcuts.undo', ['Ctrl Z']],
      ['shortcuts.zoom', ['+', '−']],
    ],
  },
  {
    of: 'sequences',
    title: 'place.sequences',
    keys: [
      ['shortcuts.shuttle', ['J', 'K', 'L']],
      ['shortcuts.frames', ['←', '→']],
      ['shortcuts.inOut', ['I', 'O']],
      ['shortcuts.blade', ['B']],
      ['shortcuts.moveShot', ['Alt ←', 'Alt →']],
      ['shortcuts.removeShot', ['Delete']],
      ['shortcuts.undo', ['Ctrl Z']],
    ],
  },
  {
    of: 'viewer',
    title: 'viewer.title',
    keys: [
      ['shortcuts.step', ['←', '→']],
      ['shortcuts.facts', ['I']],
      ['shortcuts.favorite', ['F']],
      ['shortcuts.rate', ['0', '5']],
      ['shortcuts.magnify', ['+', '−']],
      ['shortcuts.play', ['Space']],
      ['shortcuts.frames', [',', '.']],
      ['shortcuts.sound', ['M']],
      ['shortcuts.trash', ['Delete']],
      ['shortcuts.close', ['Esc']],
    ],
  },
  {
    of: 'compare',
    title: 'gallery.compare',
    keys: [
      ['gallery.compare.wipe', ['W']],
      ['shortcuts.line', ['←', '→']],
      ['gallery.compare.loupe', ['L']],
      ['shortcuts.play', ['Space']],
      ['shortcuts.close', ['Esc']],
    ],
  },
  {
    of: 'review',
    title: 'review.title',
    keys: [
      ['review.keep', ['K']],
      ['review.reject', ['X']],
      ['shortcuts.favorite', ['F']],
      ['shortcuts.rate', ['0', '5']],
      ['action.undo', ['U']],
      ['review.slideshow', ['S']],
      ['review.fullScreen', ['W']],
    ],
  },
]

/** Those of `first` come before all others. */
export function ShortcutList({ first }: { readonly first?: string }) {
  const formatter = useFormatter()
  const { text } = formatter
  const groups = GROUPS.toSorted((one, other) => Number(other.of === first) - Number(one.of === first))
  return (
    <div className={parts.sections}>
      {groups.map(({ title, keys: shortcuts }) => (
        <section key={title}>
          <h3>{text(title)}</h3>
          <dl>
            {shortcuts.map(([name, keys]) => (
              <div key={name} className={styles.shortcut}>
                <dt>{text(name)}</dt>
                <dd>
                  {keys.map((key) => (
                    <kbd key={key} className={styles.key}>
                      {keysText(key, formatter)}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
