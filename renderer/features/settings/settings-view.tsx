/** Settings: one subject at a time, listed at the side; where it is narrow, the list leads to each. */
import '../../locales/settings.ts'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { Button as AriaButton, Link, Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { ChevronLeft, ChevronRight } from '#renderer/icons.tsx'
import { useActiveService, useCapability } from '../../bridge/host.tsx'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import parts from '../../ui/parts.module.css'
import { LANGUAGE_CODES, LANGUAGES, type LanguageChoice } from '#contract/rules/languages.ts'
import { Select, type SelectOption } from '../../ui/field.tsx'
import { ChoiceField } from '../../ui/segmented.tsx'
import { ShortcutList } from '../../ui/shortcut-list.tsx'
import { useFormatter } from '../../ui/text.ts'
import { NARROW, useMediaQuery } from '../../ui/use-media-query.ts'
import { AboutSection } from './about-section.tsx'
import { AgentsSection } from './agents/agents-section.tsx'
import { ContactSection } from './contact-section.tsx'
import { DesktopSection } from './desktop-section.tsx'
import { LibrarySection } from './library-section.tsx'
import { NetworkSection } from './network-section.tsx'
import { ProfilesSection } from './profiles-section.tsx'
import { QueueSection } from './queue-section.tsx'
import { type SectionName, shownSections } from './section-names.ts'
import styles from './settings.module.css'
import { useSettings } from './use-settings.ts'
import { useUnreadMessages } from './use-unread-messages.ts'
import u from '#renderer/ui/utilities.module.css'

const SECTIONS: Readonly<Record<SectionName, ComponentType>> = {
  profiles: ProfilesSection,
  library: LibrarySection,
  queue: QueueSection,
  agents: AgentsSection,
  network: NetworkSection,
  desktop: DesktopSection,
  appearance: AppearanceSection,
  shortcuts: ShortcutList,
  contact: ContactSection,
  about: AboutSection,
}

export interface SettingsViewProps {
  /** The name of a section; the first where it is null or none. */
  readonly section: string | null
  /** Shows another in place of the one that is shown. */
  onSection(name: string): void
  /** From the list to a section, with a way back. */
  onOpen(name: string): void
  /** Back to the list. `isListBefore`: the section was opened from there. */
  onList(isListBefore: boolean): void
}

export function SettingsView(props: SettingsViewProps) {
  const isDesktop = useCapability('desktop')
  const hasContact = useActiveService()?.capabilities.hasContact ?? true
  const sections = shownSections(isDesktop, hasContact)
  const section = sections.find((name) => name === props.section) ?? null
  const View = useMediaQuery(NARROW) ? SectionPages : SectionTabs
  return <View {...props} section={section} sections={sections} />
}

interface SectionsProps extends Omit<SettingsViewProps, 'section'> {
  readonly section: SectionName | null
  readonly sections: readonly SectionName[]
}

function SectionTabs({ section, sections, onSection }: SectionsProps) {
  const { text } = useFormatter()
  return (
    <div className={classNames(u.column, u.tall)}>
      <h1 className={styles.title}>{text('place.settings')}</h1>
      <Tabs
        orientation="vertical"
        className={classNames(u.grid, u.grow, u.shortens, styles.tabs)}
        selectedKey={section ?? 'profiles'}
        onSelectionChange={(key) => onSection(String(key))}
      >
        <div className={classNames(u.column, u.gap2, styles.list)}>
          <TabList aria-label={text('place.settings')} className={classNames(u.column, u.gap2)}>
            {sections.map((name) => (
              <Tab key={name} id={name} className={classNames(styles.tab)}>
                {text(`settings.${name}`)}
              </Tab>
            ))}
          </TabList>
          <Link href="#/spending" className={classNames(u.row, u.between, styles.tab, styles.elsewhere)}>
            {text('place.spending')}
            <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
          </Link>
        </div>
        {sections.map((name) => {
          const Section = SECTIONS[name]
          return (
            <TabPanel key={name} id={name} className={classNames(u.narrows, u.scrollDown, styles.panel)}>
              <h2 className={styles.heading}>{text(`settings.${name}`)}</h2>
              <Section />
            </TabPanel>
          )
        })}
      </Tabs>
    </div>
  )
}

/** The list, or the section that was opened from it. The focus goes where the step leads. */
function SectionPages({ section, sections, onOpen, onList }: SectionsProps) {
  const { text } = useFormatter()
  const [opened, setOpened] = useState<SectionName | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(section)
  useEffect(() => {
    const before = shown.current
    shown.current = section
    if (section === before) return
    const to = section === null ? `[data-section='${before}']` : '[data-back]'
    place.current?.querySelector<HTMLElement>(to)?.focus()
  }, [section])
  if (section === null)
    return (
      <div ref={place} className={classNames(u.column, u.tall, u.scrollDown)}>
        <h1 className={styles.title}>{text('place.settings')}</h1>
        <ul className={styles.sections}>
          {sections.map((name) => (
            <li key={name}>
              <AriaButton
                data-section={name}
                className={classNames(u.row, u.between, u.wide, styles.sectionRow)}
                onPress={() => {
                  setOpened(name)
                  onOpen(name)
                }}
              >
                {text(`settings.${name}`)}
                <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
              </AriaButton>
            </li>
          ))}
          <li>
            <Link href="#/spending" className={classNames(u.row, u.between, u.wide, styles.sectionRow)}>
              {text('place.spending')}
              <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
            </Link>
          </li>
        </ul>
      </div>
    )
  const Section = SECTIONS[section]
  return (
    <div ref={place} className={classNames(u.column, u.tall, u.scrollDown)}>
      <header className={classNames(u.row, u.gap8, styles.sectionHead)}>
        <IconButton
          icon={ChevronLeft}
          label={text('settings.back')}
          data-back=""
          className={styles.back}
          onPress={() => onList(opened === section)}
        />
        <h1>{text(`settings.${section}`)}</h1>
      </header>
      <div className={styles.panel}>
        <Section />
      </div>
    </div>
  )
}

const OWN_NAMES: readonly SelectOption<LanguageChoice>[] = LANGUAGE_CODES.map((value) => ({
  value,
  label: LANGUAGES[value],
}))
const THEMES = ['system', 'dark', 'light'] as const
const TEXT_SIZES = ['small', 'normal', 'large'] as const
const DENSITIES = ['normal', 'compact'] as const

function AppearanceSection() {
  const { text } = useFormatter()
  const { values, change, error } = useSettings('appearance')
  const unread = useUnreadMessages()
  return (
    <div className={parts.sections}>
      <Select
        label={text('settings.language')}
        value={values?.language ?? null}
        onChange={(language) => change({ language })}
        options={[{ value: 'system', label: text('settings.theme.system') }, ...OWN_NAMES]}
        className={styles.narrow}
        hint={unread === 0 ? undefined : text('settings.language.unread', { count: unread })}
      />
      <ChoiceField
        label={text('settings.theme')}
        value={values?.theme ?? null}
        onChange={(theme) => change({ theme })}
        options={THEMES.map((name) => ({ value: name, label: text(`settings.theme.${name}`) }))}
        error={error?.message ?? null}
      />
      <ChoiceField
        label={text('settings.textSize')}
        value={values?.textSize ?? null}
        onChange={(textSize) => change({ textSize })}
        options={TEXT_SIZES.map((name) => ({ value: name, label: text(`settings.textSize.${name}`) }))}
      />
      <ChoiceField
        label={text('settings.density')}
        value={values?.density ?? null}
        onChange={(density) => change({ density })}
        options={DENSITIES.map((name) => ({ value: name, label: text(`settings.density.${name}`) }))}
      />
    </div>
  )
}
