/** The side in pixels of the images that a Stable Diffusion checkpoint was made for, as far as its name says. */
export function nativeSide(checkpoint: string): number {
  return /xl|pony|illustrious|noob|sd3|flux/i.test(checkpoint) ? 1_024 : 512
}
