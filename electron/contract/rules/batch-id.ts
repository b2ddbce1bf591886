/** The batch that a press of the button makes: the page knows it before the host has answered. */
export function batchIdOf(pressId: string): string {
  return `batch_${pressId}`
}
