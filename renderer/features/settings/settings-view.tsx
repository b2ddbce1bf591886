/** Settings: one subject at a time, listed at the side. */
import '../../locales/settings.ts'
import type { ComponentType } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { useActiveService, useCapability } from '../../bridge/host.tsx'
import { classNames } from '../../ui/class-names.ts'
import parts from '../../ui/parts.module.css'
import { ChoiceField } from '../../ui/segmented.tsx'
import { ShortcutList } from '../../ui/shortcut-list.tsx'
import { useWords } from '../../ui/text.ts'
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
  onSection(name: string): void
}

export function SettingsView({ section, onSection }: SettingsViewProps) {
  const { text } = useWords()
  const isDesktop = useCapability('desktop')
  const hasContact = useActiveService()?.capabilities.hasContact ?? true
  const sections = shownSections(isDesktop, hasContact)
  return (
    <div className={classNames(u.column, u.tall)}>
      <h1 className={styles.title}>{text('place.settings')}</h1>
      <Tabs
        orientation="vertical"
        className={classNames(u.grid, u.grow, u.shortens, styles.tabs)}
        selectedKey={sections.find((name) => name === section) ?? 'profiles'}
        onSelectionChange={(key) => onSection(String(key))}
      >
        <TabList aria-label={text('place.settings')} className={classNames(u.column, u.gap2, styles.list)}>
          {sections.map((name) => (
            <Tab key={name} id={name} className={classNames(styles.tab)}>
              {text(`settings.${name}`)}
            </Tab>
          ))}
        </TabList>
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

const THEMES = ['system', 'dark', 'light'] as const
const TEXT_SIZES = ['small', 'normal', 'large'] as const
const DENSITIES = ['normal', 'compact'] as const

function AppearanceSection() {
  const { text } = useWords()
  const { values, change, error } = useSettings('appearance')
  return (
    <div className={parts.sections}>
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
