/** Written by `npm run messages` from en/*.json: what each message takes. */
export interface MessageValues {
  'shared.written': { readonly text: string | number | readonly string[] }
  'shared.charged.no': undefined
  'shared.charged.maybe': undefined
  'shared.charged.yes': undefined
  'shared.internal': undefined
}
