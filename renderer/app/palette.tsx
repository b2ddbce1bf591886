/** The command palette. */
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components'
import { useStore } from 'zustand'
import { useWords } from '../ui/text.ts'
import { classNames } from '../ui/class-names.ts'
import dialog from '../ui/dialog.module.css'
import parts from '../ui/parts.module.css'
import styles from './palette.module.css'
import { PLACES } from './router.ts'
import type { Services } from './services.ts'

const TAKES_FOCUS = { autoFocus: true }

interface Command {
  readonly id: string
  readonly name: string
  readonly detail?: string
  run(): void
}

export interface PaletteProps {
  readonly services: Services
  onClose(): void
  onHelp(): void
}

export function Palette({ services, onClose, onHelp }: PaletteProps) {
  const { text } = useWords()
  const { contains } = useFilter({ sensitivity: 'base' })
  const commands = useCommands(services, onHelp)
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className={classNames(dialog.scrim, styles.scrim)}
    >
      <Modal className={classNames(dialog.modal, styles.modal)}>
        <Dialog aria-label={text('palette.title')}>
          <Autocomplete filter={contains}>
            <SearchField aria-label={text('palette.title')} {...TAKES_FOCUS}>
              <Input className={classNames(styles.input)} placeholder={text('palette.placeholder')} />
            </SearchField>
            <Menu
              aria-label={text('palette.title')}
              items={commands}
              className={classNames(parts.list, styles.menu)}
              renderEmptyState={() => <p className={parts.none}>{text('palette.none')}</p>}
              onAction={(id) => {
                onClose()
                commands.find((command) => command.id === id)?.run()
              }}
            >
              {(command) => (
                <MenuItem textValue={command.name} className={classNames(parts.option, styles.item)}>
                  <span>{command.name}</span>
                  {command.detail !== undefined && <kbd className={parts.quiet}>{command.detail}</kbd>}
                </MenuItem>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function useCommands({ host, router, form, reuse }: Services, onHelp: () => void): readonly Command[] {
  const { text } = useWords()
  const isPaused = useStore(host.queue, (state) => state.queue?.paused === true)
  const profiles = useStore(host.profiles, (state) => state.items)
  const activeId = useStore(host.profiles, (state) => state.activeId)
  return [
    {
      id: 'prompt',
      name: text('palette.prompt'),
      run() {
        router.go('create')
        form.getState().focusPrompt()
      },
    },
    ...PLACES.map((place, index) => ({
      id: `place:${place}`,
      name: text('palette.go', { place: text(`place.${place}`) }),
      detail: `Ctrl ${index + 1}`,
      run: () => router.go(place),
    })),
    {
      id: 'pause',
      name: text(isPaused ? 'queue.resume' : 'queue.pause'),
      run: () => void host.queue.setPaused(!isPaused),
    },
    {
      id: 'recipe',
      name: text('recipe.open'),
      run: () =>
        chooseFile('.atelier,.json,image/*,video/*,audio/*', (file) => {
          router.go('create')
          void reuse.getState().take({ items: [{ kind: 'file', file }], folders: 0 })
        }),
    },
    ...(['system', 'dark', 'light'] as const).map((theme) => ({
      id: `theme:${theme}`,
      name: text('palette.theme', { theme: text(`settings.theme.${theme}`) }),
      run: () => void host.settings.change({ appearance: { theme } }),
    })),
    ...profiles
      .filter((profile) => profile.id !== activeId)
      .map((profile) => ({
        id: `profile:${profile.id}`,
        name: text('palette.profile', { name: profile.name }),
        run: () => void host.profiles.activate(profile.id),
      })),
    { id: 'help', name: text('shortcuts.title'), detail: '?', run: onHelp },
  ]
}

/** Only from a press: a browser opens no dialog by itself. `take` is not called where the dialog is closed. */
function chooseFile(accept: string, take: (file: File) => void): void {
  const picker = document.createElement('input')
  picker.type = 'file'
  picker.accept = accept
  picker.addEventListener('change', () => {
    const file = picker.files?.[0]
    if (file) take(file)
  })
  picker.click()
}
