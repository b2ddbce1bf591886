/** The line around what is typed into: stronger under the pointer, accented with the focus, red where it is refused. */
import { classNames } from './class-names.ts'
import styles from './parts.module.css'

/** A class for an input that is sized and filled by its own. */
export const INPUT_FRAME = classNames(styles.inputFrame)
