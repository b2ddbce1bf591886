/** The icons of sequences alone, in the shapes of Lucide 1.75 (https://lucide.dev; assets/licenses/Lucide.txt). */
import { icon } from '#renderer/icons.tsx'

export const Clock = icon(<circle cx="12" cy="12" r="10" />, 'M12 6v6l4 2')
export const Link = icon(
  'M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71',
  'M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71',
)
export const Scissors = icon(
  <circle cx="6" cy="6" r="3" />,
  'M8.12 8.12 12 12',
  'M20 4 8.12 15.88',
  <circle cx="6" cy="18" r="3" />,
  'M14.8 14.8 20 20',
)
