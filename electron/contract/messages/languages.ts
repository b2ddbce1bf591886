/** The languages of the catalogue. Each is loaded alone, when it is needed. */
type Catalogue = Readonly<Record<string, string>>

export const LANGUAGES = {
  en: async () => (await import('./en/catalogue.ts')).default,
} as const satisfies Record<string, () => Promise<Catalogue>>

export type Language = keyof typeof LANGUAGES
