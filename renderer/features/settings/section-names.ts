/** The sections of the settings, in their order. */
const SECTION_NAMES = [
  'profiles',
  'library',
  'queue',
  'agents',
  'network',
  'desktop',
  'appearance',
  'shortcuts',
  'contact',
  'about',
] as const

export type SectionName = (typeof SECTION_NAMES)[number]

/** `hasContact`: the active profile's service takes messages. */
export function shownSections(isDesktop: boolean, hasContact: boolean): readonly SectionName[] {
  return SECTION_NAMES.filter(
    (name) => (name !== 'desktop' || isDesktop) && (name !== 'contact' || hasContact),
  )
}
