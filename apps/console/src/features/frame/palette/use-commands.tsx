import { useLocation, useRouter } from '@tanstack/react-router'
import {
  ClipboardCopy,
  Keyboard,
  Languages,
  LayoutGrid,
  LogOut,
  Monitor,
  Moon,
  Pin,
  PinOff,
  Plus,
  Server,
  Sun,
  UserRound,
} from 'lucide-react'
import { databaseQuery, readDatabaseSearch } from '../../../shared/databases/database-search.ts'
import { useMyProjects } from '../../../shared/console-data/my-projects.ts'
import { usePins, useTogglePin } from '../pins.ts'
import { useChooseLanguage, useChooseTheme } from '../../../shared/console-data/choose-preferences.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { dataOf } from '../../../backend/live/live-state.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useOwnsServer } from '../../../session/session-context.tsx'
import { useSignOut } from '../../../session/sign-out.tsx'
import { frameTexts } from '../../../texts/en/frame.ts'
import { paletteTexts } from '../../../texts/en/palette.ts'
import { offeredLanguages } from '../../../texts/language.ts'
import { spokenLanguage } from '../../../texts/in-language.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { toast } from '../../../ui/toast.ts'
import { actQuery } from '../../../ui/use-act-in-address.ts'
import { areaHref, listAreas } from '../../../shared/areas.ts'
import { languageName } from '../../../texts/format.ts'
import type { Command, CommandGroup } from '../../../shared/palette/command.ts'
import type { PaletteEntries, PaletteLink } from '../../../shared/palette/registry.ts'

/** What the palette knows without asking the server: pages, projects and what one can do anywhere. */
export function useCommands(
  entries: readonly PaletteEntries[],
  project: string | undefined,
  entered: ProjectSession | undefined,
  onShowShortcuts: () => void,
): readonly CommandGroup[] {
  const router = useRouter()
  const projects = dataOf(useMyProjects()) ?? []
  const ownsServer = useOwnsServer()
  const actions = useActions(onShowShortcuts)
  const { pathname, search, searchStr } = useLocation()
  const pins = usePins(project ?? '')
  const togglePin = useTogglePin(project ?? '')
  const go = (href: string) => () => void router.navigate({ href })

  const lead = ({ href, ...link }: PaletteLink): Command => ({ ...link, run: go(href) })
  const ofProject: Command[] =
    project === undefined
      ? []
      : [
          ...listAreas().map(({ path, title, icon: Icon }) => ({
            id: `area/${path}`,
            title: frameTexts.areas[title],
            keywords: paletteTexts.areaWords[path] ?? '',
            icon: <Icon />,
            run: go(areaHref(project, path)),
          })),
          ...entries.flatMap(({ pages = () => [] }) => pages(project, entered)).map(lead),
        ]
  const place = { pathname, searchStr, database: readDatabaseSearch(search).database }
  const acts =
    entered === undefined ? [] : entries.flatMap(({ acts: begin }) => begin?.(entered, place) ?? []).map(lead)
  const pages: Command[] = [
    ...ofProject,
    { id: 'projects', title: frameTexts.projects, icon: <LayoutGrid />, run: go('/projects') },
    {
      id: 'account',
      title: frameTexts.account,
      keywords: paletteTexts.accountWords,
      icon: <UserRound />,
      run: go('/account'),
    },
    ...(ownsServer
      ? [
          {
            id: 'server',
            title: frameTexts.server,
            keywords: paletteTexts.serverWords,
            icon: <Server />,
            run: go('/server'),
          },
        ]
      : []),
  ]
  const pinned: Command[] = (pins?.pins ?? []).map(({ kept, pathname, database, title }) => ({
    id: `pin/${kept}`,
    title,
    isCode: true,
    icon: <Pin />,
    run: go(pathname + databaseQuery(database)),
  }))
  const pinning: Command[] =
    togglePin === undefined
      ? []
      : [
          {
            id: 'toggle-pin',
            title: togglePin.isPinned ? frameTexts.unpinPage : frameTexts.pinPage,
            icon: togglePin.isPinned ? <PinOff /> : <Pin />,
            run: togglePin.run,
          },
        ]
  return [
    ...(pinned.length === 0 ? [] : [{ title: frameTexts.pinned, commands: pinned }]),
    { title: paletteTexts.pages, commands: pages },
    ...(acts.length === 0 ? [] : [{ title: paletteTexts.inProject(project ?? ''), commands: acts }]),
    {
      title: paletteTexts.projects,
      commands: projects.map(({ id, name, iconURL }) => ({
        id: `project/${id}`,
        title: name,
        icon: <Avatar name={id} imageUrl={iconURL} size="small" shape="square" />,
        ...(name !== id && { description: id }),
        run: go(`/projects/${encodeURIComponent(id)}`),
      })),
    },
    { title: paletteTexts.actions, commands: [...pinning, ...actions] },
  ]
}

function useActions(onShowShortcuts: () => void): readonly Command[] {
  const signOut = useSignOut()
  const router = useRouter()
  const { settings } = useConsoleApp()
  const ownsServer = useOwnsServer()
  const mayCreate = ownsServer || settings.projectCreationAllowed === true
  const go = (href: string) => () => void router.navigate({ href })
  const chooseTheme = useChooseTheme()
  const chooseLanguage = useChooseLanguage()
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href)
      toast(paletteTexts.addressCopied)
    } catch {
      toast(paletteTexts.addressNotCopied)
    }
  }
  const themes = [
    ['system', frameTexts.themeSystem, Monitor],
    ['light', frameTexts.themeLight, Sun],
    ['dark', frameTexts.themeDark, Moon],
  ] as const
  return [
    { id: 'copy-address', title: paletteTexts.copyAddress, icon: <ClipboardCopy />, run: () => void copy() },
    ...themes.map(([theme, title, Icon]) => ({
      id: `theme/${theme}`,
      title: `${frameTexts.theme}: ${title}`,
      keywords: paletteTexts.themeWords,
      icon: <Icon />,
      run: () => chooseTheme(theme),
    })),
    ...offeredLanguages
      .filter(({ id }) => id !== spokenLanguage())
      .map(({ id, name }) => ({
        id: `language/${id}`,
        title: `${paletteTexts.language}: ${name}`,
        keywords: `${languageName(id)} ${paletteTexts.languageWords}`,
        icon: <Languages />,
        run: () => chooseLanguage(id),
      })),
    {
      id: 'shortcuts',
      title: frameTexts.shortcuts,
      keywords: paletteTexts.shortcutWords,
      icon: <Keyboard />,
      run: onShowShortcuts,
    },
    ...(mayCreate
      ? [
          {
            id: 'create-project',
            title: paletteTexts.createProject,
            keywords: paletteTexts.newWords,
            icon: <Plus />,
            run: go(`/projects?${actQuery('create')}`),
          },
        ]
      : []),
    {
      id: 'sign-out',
      title: frameTexts.signOut,
      keywords: paletteTexts.signOutWords,
      icon: <LogOut />,
      run: signOut,
    },
    {
      id: 'sign-out-everywhere',
      title: paletteTexts.signOutEverywhere,
      icon: <LogOut />,
      run: go(`/account?${actQuery('sign-out-everywhere')}`),
    },
  ]
}
