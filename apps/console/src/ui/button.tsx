import { LoaderCircle } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  /** Takes the whole width it is given. */
  readonly isWide?: boolean
  readonly icon?: ReactNode
  /** A word of what it says that is enough on a phone; screen readers have all of it. */
  readonly short?: string
  readonly children?: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

const variants: Readonly<Record<ButtonVariant, string>> = {
  primary: 'border-ember bg-ember text-on-ember hover:border-ember-hover hover:bg-ember-hover',
  default: 'border-line-control bg-ground-1 text-ink-1 hover:bg-ground-2 pressed:bg-ground-3',
  quiet: 'border-transparent bg-transparent text-ink-2 hover:bg-ground-3 hover:text-ink-1',
  danger: 'border-crimson bg-crimson text-on-crimson hover:border-crimson-hover hover:bg-crimson-hover',
}

const sizes: Readonly<Record<ButtonSize, string>> = {
  small: 'h-7 px-2.5 text-table touch:h-10',
  medium: 'h-8 px-3 text-body touch:h-10',
  large: 'h-[38px] px-4 text-body touch:h-11',
}

/** The look of a button, for links that act as one too. */
export function buttonClasses(variant: ButtonVariant = 'default', size: ButtonSize = 'medium', isWide = false): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded border font-medium whitespace-nowrap select-none',
    'transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
    isWide && 'w-full',
  )
}

/** A verb. While `isPending` it keeps its place and says so, and can't be pressed again. */
export function Button({ variant, size, isWide, icon, short, children, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...(short !== undefined && typeof children === 'string' && { 'aria-label': children })}
      {...props}
      className={buttonClasses(variant, size, isWide)}
    >
      {props.isPending === true ? <LoaderCircle className="animate-turn" aria-hidden="true" /> : icon}
      {short === undefined ? (
        children
      ) : (
        <>
          <span className="tablet:hidden">{short}</span>
          <span className="max-tablet:hidden">{children}</span>
        </>
      )}
    </AriaButton>
  )
}
