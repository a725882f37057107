import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Keyboard } from 'react-aria-components/Keyboard'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  type MenuProps,
} from 'react-aria-components/Menu'
import { Header } from 'react-aria-components/Header'
import { Popover, type PopoverProps } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { classNames } from './class-names.ts'
import { floatClasses, itemClasses } from './float.ts'

export interface MenuButtonProps extends Pick<MenuProps<object>, 'onAction' | 'disabledKeys'> {
  /** What opens it: a `Button` or an `IconButton`. */
  readonly trigger: ReactElement
  readonly label: string
  readonly children: ReactNode
  readonly placement?: NonNullable<PopoverProps['placement']>
}

/** A button and the menu it opens. */
export function MenuButton({ trigger, label, children, placement = 'bottom end', ...menu }: MenuButtonProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement={placement} offset={4} className={classNames(floatClasses, 'min-w-48 max-w-80')}>
        <AriaMenu aria-label={label} {...menu} className="max-h-96 overflow-auto p-1 outline-none">
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

export interface MenuItemProps {
  readonly id?: string
  readonly icon?: ReactNode
  readonly children: string
  readonly description?: string
  readonly shortcut?: string
  readonly href?: string
  readonly isDanger?: boolean
  readonly isChosen?: boolean
  readonly onAction?: () => void
}

export function MenuItem(props: MenuItemProps) {
  const { icon, children, description, shortcut, isDanger, isChosen, ...item } = props
  return (
    <AriaMenuItem
      {...item}
      textValue={children}
      {...(isChosen === true && { 'aria-current': 'true' as const })}
      className={classNames(itemClasses, isDanger === true && 'text-crimson', isChosen === true && 'font-medium')}
    >
      {icon !== undefined && <span className={isDanger === true ? 'text-crimson' : 'text-ink-2'}>{icon}</span>}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{children}</span>
        {description !== undefined && (
          <span className="block truncate text-small font-normal text-ink-2">{description}</span>
        )}
      </span>
      {isChosen === true && <Check className="text-ink-1" aria-hidden="true" />}
      {shortcut !== undefined && <Keyboard className="font-mono text-small text-ink-3">{shortcut}</Keyboard>}
    </AriaMenuItem>
  )
}

export function MenuSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <AriaMenuSection>
      <Header className="px-2.5 pt-2 pb-1 text-small text-ink-3">{title}</Header>
      {children}
    </AriaMenuSection>
  )
}

export function MenuSeparator() {
  return <Separator className="my-1 border-t border-line" />
}
