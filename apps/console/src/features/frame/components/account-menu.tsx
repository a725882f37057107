import { Keyboard, LogOut, Monitor, Moon, Server, Sun, UserRound } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { useChooseTheme } from '../../../shared/console-data/choose-preferences.ts'
import type { Theme } from '../../../browser/preferences.ts'
import { useTheme } from '../../../session/use-preferences.ts'
import { useSignedIn } from '../../../session/session-context.tsx'
import { useOwnsServer } from '../../../session/use-owns-server.ts'
import { useSignOut } from '../../../session/sign-out.tsx'
import { frameTexts } from '../../../texts/en/frame.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { usePalette } from './palette-host.tsx'
import { MenuButton, MenuItem, MenuSection, MenuSeparator } from '../../../ui/menu.tsx'

const themes: readonly [theme: Theme, title: string, icon: typeof Sun][] = [
  ['system', frameTexts.themeSystem, Monitor],
  ['light', frameTexts.themeLight, Sun],
  ['dark', frameTexts.themeDark, Moon],
]

/** Oneself: account, theme, sign out. */
export function AccountMenu() {
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
