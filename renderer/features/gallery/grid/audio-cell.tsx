/** An audio file in the grid: its waveform and its name. */
import { AudioLines } from 'lucide-react'
import { useMemo } from 'react'
import { usePeaks } from '../../../bridge/use-peaks.ts'
import { WAVE_HEIGHT, WAVE_WIDTH, wavePath } from '../../../ui/wave-path.ts'
import type { CellContentProps } from './cell-content.tsx'
import styles from './gallery-cell.module.css'

const PIXELS_A_BAR = 4

export function AudioCell({ asset, name, width }: CellContentProps) {
  const peaks = usePeaks(asset)
  const path = useMemo(() => wavePath(peaks, Math.max(12, Math.round(width / PIXELS_A_BAR))), [peaks, width])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- there is no image, only the waveform
    <span className={styles.stand} role="img" aria-label={name}>
      <svg
        className={styles.wave}
        viewBox={`0 0 ${WAVE_WIDTH} ${WAVE_HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        <path d={path} />
      </svg>
      <AudioLines size={18} strokeWidth={1.75} aria-hidden />
      <span className={styles.title}>{name}</span>
    </span>
  )
}
