import { useLocation } from '@tanstack/react-router'
import { Menu as MenuIcon, Search, Pencil, Keyboard, LogOut, Monitor, Moon, Server, Sun, UserRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { frameTexts } from '../../../texts/en/frame.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { isApple } from '../../../browser/is-apple.ts'
import { ConnectionDot } from './connection-dot.tsx'
import { usePalette } from './palette-host.tsx'
import { readDatabaseSearch } from '../../../shared/databases/database-search.ts'
import { crumbsOf, pathOf } from '../crumbs.ts'
import { BreadcrumbPath, PathEditor } from './breadcrumb-path.tsx'
import { useChooseTheme } from '../../../shared/console-data/choose-preferences.ts'
import type { Theme } from '../../../browser/preferences.ts'
import { useTheme } from '../../../session/use-preferences.ts'
import { useSignedIn, useOwnsServer } from '../../../session/session-context.tsx'
import { useSignOut } from '../../../session/sign-out.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { MenuButton, MenuItem, MenuSection, MenuSeparator } from '../../../ui/menu.tsx'

// It needs the document database's part of the SDK; the frame doesn't wait for it.
const ActsButton = lazy(async () => ({
  default: (await import('./acts-button.tsx')).ActsButton,
}))
const themes: readonly [theme: Theme, title: string, icon: typeof Sun][] = [
  ['system', frameTexts.themeSystem, Monitor],
  ['light', frameTexts.themeLight, Sun],
  ['dark', frameTexts.themeDark, Moon],
]

export interface TopBarProps {
  readonly project: string | undefined
  readonly onOpenNavigation: () => void
}

/** Where one is, the way to anywhere, the truth about the connection, and oneself. */
export function TopBar({ project, onOpenNavigation }: TopBarProps) {
  const { open } = usePalette()
  const { pathname } = useLocation()
  return (
    <header className="flex h-12 shrink-0 items-center gap-0.5 border-b border-line bg-ground-0 px-2 tablet:gap-3 tablet:pr-4 tablet:pl-6">
      <span className="tablet:hidden">
        <IconButton label={frameTexts.openNavigation} onPress={onOpenNavigation}>
          <MenuIcon />
        </IconButton>
      </span>
      {/* A new place closes an editor that was left open. */}
      <Breadcrumb key={pathname} project={project} />
      <AriaButton
        onPress={open}
        className="grid size-8 shrink-0 place-items-center rounded text-ink-2 hover:bg-ground-3 touch:size-10 desk:flex desk:w-56 desk:gap-2 desk:border desk:border-line-control desk:bg-ground-1 desk:px-2 desk:text-table desk:hover:bg-ground-2"
      >
        <Search className="size-4 shrink-0" aria-hidden="true" />
        <span className="sr-only flex-1 text-left desk:not-sr-only">{frameTexts.searchOrGoTo}</span>
        <kbd
          aria-hidden="true"
          className="hidden rounded-small border border-line px-1 text-[11px] leading-4 text-ink-2 desk:block"
        >
          {isApple ? '⌘K' : 'Ctrl K'}
        </kbd>
      </AriaButton>
      {project !== undefined && (
        <Suspense fallback={<span className="size-8 shrink-0" />}>
          <ActsButton key={project} project={project} />
        </Suspense>
      )}
      <ConnectionDot />
      <AccountMenu />
    </header>
  )
}

// The pins need the document database's part of the SDK; the bar doesn't wait for it.
const PinButton = lazy(async () => ({ default: (await import('./pinned-links.tsx')).PinButton }))

/** The address as a path: each part is a link, and the whole can be edited. */
function Breadcrumb({ project }: { readonly project: string | undefined }) {
  const { pathname, search } = useLocation()
  const { database } = readDatabaseSearch(search)
  const [isEditing, setEditing] = useState(false)
  const crumbs = crumbsOf(pathname, database)

  if (isEditing) {
    return <PathEditor origin={{ project, database }} initial={pathOf(crumbs)} onClose={() => setEditing(false)} />
  }
  return (
    <div className="group flex min-w-0 flex-1 items-center gap-1">
      <BreadcrumbPath crumbs={crumbs} />
      <span className="hidden opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 tablet:inline touch:opacity-100">
        <IconButton label={frameTexts.goToPath} size="small" onPress={() => setEditing(true)}>
          <Pencil />
        </IconButton>
        {project !== undefined && (
          <Suspense>
            <PinButton project={project} />
          </Suspense>
        )}
      </span>
      {/* The empty rest of the bar opens the editor too, as an address bar does; the button is the way by keyboard. */}
      <div aria-hidden="true" className="h-8 flex-1 cursor-text tablet:min-w-4" onClick={() => setEditing(true)} />
    </div>
  )
}

/** Oneself: account, theme, sign out. */
function AccountMenu() {
  const signOut = useSignOut()
  const { showShortcuts } = usePalette()
  const account = useSignedIn()?.account
  const ownsServer = useOwnsServer()
  const theme = useTheme()
  const chooseTheme = useChooseTheme()
  if (account === undefined) return null
  const name = account.displayName ?? account.email ?? account.uid
  return (
    <MenuButton
      label={frameTexts.accountMenu(name)}
      trigger={
        <AriaButton
          aria-label={frameTexts.accountMenu(name)}
          className="grid size-8 shrink-0 place-items-center rounded-full touch:size-10"
        >
          <Avatar name={name} imageUrl={account.photoURL} />
        </AriaButton>
      }
    >
      <MenuItem
        id="account"
        href="/account"
        icon={<UserRound />}
        {...(account.email !== null && { description: account.email })}
      >
        {frameTexts.account}
      </MenuItem>
      {ownsServer && (
        <MenuItem id="server" href="/server" icon={<Server />}>
          {frameTexts.server}
        </MenuItem>
      )}
      <MenuSection title={frameTexts.theme}>
        {themes.map(([id, title, Icon]) => (
          <MenuItem
            key={id}
            id={`theme-${id}`}
            icon={<Icon />}
            isChosen={theme === id}
            onAction={() => chooseTheme(id)}
          >
            {title}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSeparator />
      <MenuItem id="shortcuts" icon={<Keyboard />} description="?" onAction={showShortcuts}>
        {frameTexts.shortcuts}
      </MenuItem>
      <MenuItem id="sign-out" icon={<LogOut />} onAction={signOut}>
        {frameTexts.signOut}
      </MenuItem>
    </MenuButton>
  )
}
