/** Finds everything from one box: commands, assets, prompts, presets, collections, models and settings. */
import '../../locales/gallery.ts'
import '../../locales/palette.ts'
import '../../locales/queue.ts'
import '../../locales/settings.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  TextField,
} from 'react-aria-components'
import { classNames } from '../../ui/class-names.ts'
import dialog from '../../ui/dialog.module.css'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { useFormatter } from '../../ui/text.ts'
import type { Services } from '../services.ts'
import { arranged, type Entry, type Group, matching } from './arrange.ts'
import styles from './palette.module.css'
import { useCommands } from './use-commands.tsx'
import { useFound, useOwnThings } from './use-found.tsx'

const TAKES_FOCUS = { autoFocus: true }
/** The list that the autocomplete names as controlled is always there. */
const COMBOBOX = {
  type: 'text',
  role: 'combobox',
  'aria-expanded': true,
  'aria-haspopup': 'listbox',
} as const

export interface PaletteProps {
  readonly services: Services
  onClose(): void
  onHelp(): void
}

export function Palette({ services, onClose, onHelp }: PaletteProps) {
  const { text } = useFormatter()
  const [typed, setTyped] = useState('')
  const { groups, isSearching, problem } = useGroups(services, onHelp, typed.trim())
  const input = useRef<HTMLInputElement>(null)
  const dialogBox = useRef<HTMLElement>(null)
  useMarkedRow(input, dialogBox)
  function run(id: string): void {
    const entry = groups.flatMap(({ entries }) => entries).find((one) => one.id === id)
    onClose()
    entry?.run()
  }
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className={classNames(dialog.scrim, styles.scrim)}
    >
      <Modal className={classNames(dialog.modal, styles.modal)}>
        <Dialog ref={dialogBox} aria-label={text('palette.title')} className={classNames(styles.dialog)}>
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <TextField aria-label={text('palette.title')} {...TAKES_FOCUS}>
              <Input
                {...COMBOBOX}
                ref={input}
                className={classNames(styles.input)}
                placeholder={text('palette.placeholder')}
              />
            </TextField>
            <Results groups={groups} isSearching={isSearching} onChoose={run} />
          </Autocomplete>
          <Problem message={problem} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Enter runs the first row, unless another is marked: React Aria marks it only while words are typed forward. */
function useMarkedRow(input: RefObject<HTMLInputElement | null>, list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (list.current?.querySelector('[role=option]') == null) return
    if (list.current.querySelector('[role=option][data-focused]') !== null) return
    const down = { key: 'ArrowDown', bubbles: true, cancelable: true }
    input.current?.dispatchEvent(new KeyboardEvent('keydown', down))
  })
}

/** What is known here is found at once; the host is asked for assets and prompts. */
function useGroups(services: Services, onHelp: () => void, typed: string) {
  const commands = useCommands(services, onHelp)
  const own = useOwnThings(services)
  const { entries, isSearching, problem } = useFound(services, typed)
  const local =
    typed === ''
      ? [...commands, ...own.filter(({ group }) => group === 'settings')]
      : matching([...commands, ...own], typed)
  return { groups: arranged([...local, ...entries], typed), isSearching, problem }
}

interface ResultsProps {
  readonly groups: readonly Group[]
  readonly isSearching: boolean
  onChoose(id: string): void
}

function Results({ groups, isSearching, onChoose }: ResultsProps) {
  const { text } = useFormatter()
  return (
    <ListBox
      aria-label={text('palette.results')}
      shouldFocusWrap
      className={classNames(parts.list, styles.list)}
      onAction={(id) => onChoose(String(id))}
      renderEmptyState={() => (
        <p className={parts.none}>{text(isSearching ? 'palette.searching' : 'palette.none')}</p>
      )}
    >
      <Collection items={groups}>
        {({ id, entries }) => (
          <ListBoxSection id={id}>
            <Header className={styles.group}>{text(`palette.group.${id}`)}</Header>
            <Collection items={entries}>{(entry) => <Option entry={entry} />}</Collection>
          </ListBoxSection>
        )}
      </Collection>
    </ListBox>
  )
}

function Option({ entry: { id, name, detail, image } }: { readonly entry: Entry }) {
  return (
    <ListBoxItem id={id} textValue={name} className={classNames(parts.option, styles.item)}>
      {image}
      <span className={classNames(parts.line, parts.grow)}>{name}</span>
      {detail !== undefined && <span className={classNames(parts.quiet, styles.detail)}>{detail}</span>}
    </ListBoxItem>
  )
}
