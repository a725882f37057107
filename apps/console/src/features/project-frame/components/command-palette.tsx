import { useRouter } from '@tanstack/react-router'
import {
  CornerDownRight,
  Keyboard,
  LayoutGrid,
  LogOut,
  Monitor,
  Moon,
  Search,
  Sun,
  UserRound,
  UserSearch,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { TextField } from 'react-aria-components/TextField'
import { useMyProjects } from '../../../console-data/my-projects.ts'
import { useChooseTheme } from '../../../console-data/use-choose-theme.ts'
import { dataOf } from '../../../live/live-state.ts'
import { useSession } from '../../../session/session-context.tsx'
import { frameTexts } from '../../../texts/en/frame.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { itemClasses } from '../../../ui/float.ts'
import { areaHref, areas, jobsArea, settingsArea } from '../areas.ts'
import { goToPath } from '../go-to-path.ts'

interface Command {
  readonly id: string
  readonly title: string
  readonly icon: ReactNode
  readonly description?: string
  readonly run: () => void
}

interface CommandGroup {
  readonly title: string
  readonly commands: readonly Command[]
}

/** They are made from what is typed. */
const alwaysFit = new Set(['path', 'users'])

/** Every page, every project, every path and every user, a few keys away. */
export function CommandPalette({
  project,
  onShowShortcuts,
  onClose,
}: {
  readonly project: string | undefined
  readonly onShowShortcuts: () => void
  readonly onClose: () => void
}) {
  const [text, setText] = useState('')
  const { contains } = useFilter({ sensitivity: 'base' })
  const groups = useCommandGroups(project, text, onShowShortcuts)
  const matching = groups
    .map((group) => ({
      ...group,
      commands: group.commands.filter(
        ({ id, title, description }) => alwaysFit.has(id) || contains(`${title} ${description ?? ''}`, text.trim()),
      ),
    }))
    .filter(({ commands }) => commands.length > 0)

  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      className="fixed inset-0 z-50 flex items-start justify-center bg-scrim p-3 pt-[10vh]"
    >
      <Modal className="w-full max-w-xl animate-appear overflow-hidden rounded-large border border-line bg-ground-1 shadow-float">
        <AriaDialog aria-label={frameTexts.palette} className="flex max-h-[70vh] flex-col outline-none">
          <Autocomplete inputValue={text} onInputChange={setText}>
            <TextField
              aria-label={frameTexts.searchOrGoTo}
              autoFocus
              className="flex items-center gap-2.5 border-b border-line px-4"
            >
              <Search className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
              <Input
                role="combobox"
                aria-expanded="true"
                aria-haspopup="listbox"
                placeholder={frameTexts.searchOrGoTo}
                className="h-12 min-w-0 flex-1 bg-transparent text-body outline-none"
              />
            </TextField>
            <ListBox
              aria-label={frameTexts.palette}
              className="min-h-0 overflow-auto p-1.5 outline-none"
              renderEmptyState={() => (
                <p className="px-3 py-6 text-center text-table text-ink-2">{frameTexts.paletteNothing}</p>
              )}
              onAction={(key) => {
                onClose()
                matching
                  .flatMap(({ commands }) => commands)
                  .find(({ id }) => id === key)
                  ?.run()
              }}
            >
              {matching.map((group) => (
                <ListBoxSection key={group.title}>
                  <Header className="px-2.5 pt-2 pb-1 text-small text-ink-3">{group.title}</Header>
                  {group.commands.map((command) => (
                    <CommandOption key={command.id} command={command} />
                  ))}
                </ListBoxSection>
              ))}
            </ListBox>
          </Autocomplete>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

function CommandOption({ command: { id, title, icon, description } }: { readonly command: Command }) {
  return (
    <ListBoxItem id={id} textValue={title} className={itemClasses}>
      <span className="text-ink-2">{icon}</span>
      <span className="min-w-0 flex-1 truncate">{title}</span>
      {description !== undefined && <span className="truncate font-mono text-small text-ink-2">{description}</span>}
    </ListBoxItem>
  )
}

function useCommandGroups(
  project: string | undefined,
  text: string,
  onShowShortcuts: () => void,
): readonly CommandGroup[] {
  const router = useRouter()
  const session = useSession()
  const chooseTheme = useChooseTheme()
  const projects = dataOf(useMyProjects()) ?? []
  const go = (href: string) => () => void router.navigate({ href })

  const inProject =
    project === undefined
      ? []
      : [...areas, jobsArea, settingsArea].map((area) => {
          const Icon = area.icon
          return { id: `area/${area.path}`, title: area.title, icon: <Icon />, run: go(areaHref(project, area)) }
        })
  const pages: Command[] = [
    ...inProject,
    { id: 'projects', title: frameTexts.projects, icon: <LayoutGrid />, run: go('/projects') },
    { id: 'account', title: frameTexts.account, icon: <UserRound />, run: go('/account') },
  ]
  const actions: Command[] = [
    {
      id: 'theme/system',
      title: `${frameTexts.theme}: ${frameTexts.themeSystem}`,
      icon: <Monitor />,
      run: () => chooseTheme('system'),
    },
    {
      id: 'theme/light',
      title: `${frameTexts.theme}: ${frameTexts.themeLight}`,
      icon: <Sun />,
      run: () => chooseTheme('light'),
    },
    {
      id: 'theme/dark',
      title: `${frameTexts.theme}: ${frameTexts.themeDark}`,
      icon: <Moon />,
      run: () => chooseTheme('dark'),
    },
    { id: 'shortcuts', title: frameTexts.shortcuts, icon: <Keyboard />, run: onShowShortcuts },
    { id: 'sign-out', title: frameTexts.signOut, icon: <LogOut />, run: () => void session.signOut() },
  ]
  const href = text.includes('/') ? goToPath(text, project, location.origin) : undefined
  return [
    ...(href === undefined
      ? []
      : [
          {
            title: frameTexts.goToPath,
            commands: [
              { id: 'path', title: frameTexts.paletteGoTo(text.trim()), icon: <CornerDownRight />, run: go(href) },
            ],
          },
        ]),
    { title: frameTexts.palettePages, commands: pages },
    {
      title: frameTexts.paletteProjects,
      commands: projects.map(({ id, name, iconURL }) => ({
        id: `project/${id}`,
        title: name,
        icon: <Avatar name={id} imageUrl={iconURL} size="small" shape="square" />,
        ...(name !== id && { description: id }),
        run: go(`/projects/${encodeURIComponent(id)}`),
      })),
    },
    { title: frameTexts.paletteActions, commands: actions },
    ...(project === undefined || text.trim() === ''
      ? []
      : [
          {
            title: frameTexts.users,
            commands: [
              {
                id: 'users',
                title: frameTexts.paletteUsers(text.trim()),
                icon: <UserSearch />,
                run: () =>
                  void router.navigate({
                    to: '/projects/$project/users',
                    params: { project },
                    search: { q: text.trim() },
                  }),
              },
            ],
          },
        ]),
  ]
}
