/** Buttons: with words, or with an icon that has a name and a tooltip. */
import type { Icon } from '#renderer/icons.tsx'
import { useEffect, useRef, useState, type FocusEvent, type ReactNode, type Ref } from 'react'
import {
  Button as AriaButton,
  Tooltip,
  TooltipTrigger,
  type ButtonProps as AriaButtonProps,
} from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './button.module.css'
import { keysText, useFormatter } from './text.ts'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  readonly kind?: 'main' | 'plain' | 'quiet' | 'danger'
  readonly icon?: Icon
  /** The user has just opened what this button belongs to. */
  readonly takesFocus?: boolean
  readonly children: ReactNode
  readonly className?: string | undefined
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({
  kind = 'plain',
  icon: Icon,
  children,
  className,
  takesFocus,
  ...props
}: ButtonProps) {
  useSweptAnnouncer(props.isPending)
  return (
    <AriaButton
      {...props}
      {...focusFirst(takesFocus)}
      className={classNames(styles.button, styles[kind], className)}
    >
      {Icon !== undefined && <Icon size={16} strokeWidth={1.75} aria-hidden />}
      {children}
    </AriaButton>
  )
}

/** React Aria makes its announcer this much later for the first announcement of all. */
const FIRST_ANNOUNCEMENT_MS = 150

/** What is announced of a pending button is its id, and that of a progress bar inside: nothing is said of what is not there. */
function useSweptAnnouncer(isPending: boolean | undefined): void {
  useEffect(() => {
    if (isPending === undefined) return
    sweep()
    // Also where the button has gone by then.
    setTimeout(sweep, FIRST_ANNOUNCEMENT_MS)
    return sweep
  }, [isPending])
}

function sweep(): void {
  for (const said of document.querySelectorAll('[data-live-announcer] [aria-labelledby]')) {
    const ids = said.getAttribute('aria-labelledby')?.split(' ') ?? []
    if (ids.every((id) => document.getElementById(id) === null)) said.remove()
  }
}

export interface IconButtonProps extends Omit<
  AriaButtonProps,
  'className' | 'children' | 'style' | 'aria-label'
> {
  readonly icon: Icon
  readonly label: string
  /** Its keys, shown beside the name in the tooltip. */
  readonly shortcut?: string
  readonly isOn?: boolean
  readonly className?: string | undefined
  readonly ref?: Ref<HTMLButtonElement>
}

export function IconButton({ icon: Icon, label, shortcut, isOn, className, ...props }: IconButtonProps) {
  const formatter = useFormatter()
  const tooltip = useTooltip()
  return (
    <TooltipTrigger delay={500} isOpen={tooltip.isOpen} onOpenChange={tooltip.onOpenChange}>
      <AriaButton
        {...props}
        onFocus={tooltip.onFocus}
        aria-label={label}
        {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
        className={classNames(styles.icon, isOn === true && styles.on, className)}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden {...(isOn === true ? { fill: 'currentColor' } : {})} />
      </AriaButton>
      <Tooltip className={classNames(styles.tooltip)} offset={6}>
        {label}
        {shortcut !== undefined && <kbd className={styles.shortcut}>{keysText(shortcut, formatter)}</kbd>}
      </Tooltip>
    </TooltipTrigger>
  )
}

/** Closed by any key, which may open something over the page, and not opened by a focus that a closed dialog gives back. */
function useTooltip() {
  const [isOpen, setOpen] = useState(false)
  const isGivenBack = useRef(false)
  useEffect(() => {
    if (!isOpen) return
    const close = (): void => setOpen(false)
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [isOpen])
  return {
    isOpen,
    onFocus({ relatedTarget }: FocusEvent): void {
      isGivenBack.current = relatedTarget === null
    },
    onOpenChange(next: boolean): void {
      setOpen(next && !isGivenBack.current)
      isGivenBack.current = false
    },
  }
}

function focusFirst(takesFocus: boolean | undefined): { autoFocus?: boolean } {
  return takesFocus === true ? { autoFocus: true } : {}
}
