/** What was spent: requests with what is known of their price. */

/** `unit`: `credits`, `USD`, … as the service or the user names it. Amounts of different units are never added. */
export interface Amount {
  readonly unit: string
  readonly value: number
}

/** What a press would cost, as far as is known. */
export interface Estimate {
  readonly requests: number
  readonly amounts: readonly Amount[]
  /** Requests without a known price. */
  readonly unpriced: number
  /** No real money is spent: the service charges nothing, or is the bundled sample. */
  readonly isFree: boolean
  /** What is left today under the profile's caps; null where there is none. */
  readonly left: { readonly requests: number | null; readonly amounts: readonly Amount[] | null }
}
