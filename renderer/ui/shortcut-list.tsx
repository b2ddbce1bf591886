/** Every shortcut of the page. */
import styles from './state-message.module.css'
import { useWords, type MessageId } from './text.ts'

const MOD = /Mac/.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl'

const GROUPS: readonly (readonly [MessageId, readonly (readonly [MessageId, readonly string[]])[]])[] = [
  [
    'shortcuts.everywhere',
    [
      ['shortcuts.places', [`${MOD} 1`, `${MOD} 4`]],
      ['shortcuts.palette', [`${MOD} K`]],
      ['shortcuts.help', ['?']],
    ],
  ],
  [
    'place.create',
    [
      ['shortcuts.generate', [`${MOD} Enter`]],
      ['shortcuts.history', [`${MOD} H`]],
      ['shortcuts.recall', ['↑', '↓']],
      ['shortcuts.paste', [`${MOD} V`]],
    ],
  ],
  [
    'place.queue',
    [
      ['shortcuts.rows', ['↑', '↓']],
      ['shortcuts.openTask', ['Enter']],
      ['shortcuts.selectTask', ['Space']],
      ['shortcuts.select', ['Shift ↑', 'Shift ↓']],
      ['shortcuts.selectAll', [`${MOD} A`]],
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
      ['shortcuts.selectAll', [`${MOD} A`]],
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
      ['shortcuts.undo', [`${MOD} Z`]],
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
  const { text } = useWords()
  return (
    <div className={styles.groups}>
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
                      {key}
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
