/** The sections of the settings, in their order. */
export const SECTION_NAMES = [
  'profiles',
  'library',
  'queue',
  'network',
  'desktop',
  'appearance',
  'shortcuts',
  'contact',
  'about',
] as const
