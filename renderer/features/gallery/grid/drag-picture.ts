/** What hangs at the pointer while assets are dragged: how many they are. */
import styles from './drag-picture.module.css'

export function setDragLabel(transfer: DataTransfer, words: string): void {
  const label = document.createElement('div')
  label.className = styles.label ?? ''
  label.textContent = words
  document.body.append(label)
  transfer.setDragImage(label, -12, -4)
  // The browser has taken its picture of it by the next frame.
  requestAnimationFrame(() => label.remove())
}
