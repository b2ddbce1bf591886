/** Every shortcut of the page. */
import parts from './parts.module.css'
import styles from './state-message.module.css'
import { keyWords, useWords, type MessageId } from './text.ts'

const GROUPS: readonly (readonly [MessageId, readonly (readonly [MessageId, readonly string[]])[]])[] = [
  [
    'shortcuts.everywhere',
    [
      ['shortcuts.places', ['Ctrl 1', 'Ctrl 4']],
      ['shortcuts.palette', ['Ctrl K']],
      ['shortcuts.help', ['?']],
    ],
  ],
  [
    'place.create',
    [
      ['shortcuts.generate', ['Ctrl Enter']],
      ['shortcuts.history', ['Ctrl H']],
      ['shortcuts.recall', ['↑', '↓']],
      ['shortcuts.paste', ['Ctrl V']],
    ],
  ],
  [
    'place.queue',
    [
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
  ],
  [
    'place.gallery',
    [
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
      ['shortcuts.play', ['Space']],
      ['shortcuts.frames', [',', '.']],
      ['shortcuts.step', ['←', '→']],
      ['shortcuts.facts', ['I']],
      ['shortcuts.close', ['Esc']],
    ],
  ],
  [
    'review.title',
    [
      ['review.keep', ['K']],
      ['review.reject', ['X']],
      ['shortcuts.favorite', ['F']],
      ['shortcuts.rate', ['0', '5']],
      ['action.undo', ['U']],
      ['review.slideshow', ['S']],
      ['review.fullScreen', ['W']],
    ],
  ],
]

export function ShortcutList() {
  const words = useWords()
  const { text } = words
  return (
    <div className={parts.sections}>
      {GROUPS.map(([title, shortcuts]) => (
        <section key={title}>
          <h3>{text(title)}</h3>
          <dl>
            {shortcuts.map(([name, keys]) => (
              <div key={name} className={styles.shortcut}>
                <dt>{text(name)}</dt>
                <dd>
                  {keys.map((key) => (
                    <kbd key={key} className={styles.key}>
                      {keyWords(key, words)}
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
