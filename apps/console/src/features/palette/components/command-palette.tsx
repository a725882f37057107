import { useLocation, useRouter } from '@tanstack/react-router'
import { CornerDownRight, RotateCw, Search, UserSearch } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Input } from 'react-aria-components/Input'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { TextField } from 'react-aria-components/TextField'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { useSignedIn } from '../../../session/session-context.tsx'
import { paletteTexts } from '../../../texts/en/palette.ts'
import { goToPath } from '../../project-frame/go-to-path.ts'
import { type Command, type CommandGroup, matching } from '../command.ts'
import type { Finding } from '../finding.ts'
import { addRecent, readRecents } from '../recents.ts'
import { sourcesOf } from '../sources/sources.ts'
import { useCommands } from '../use-commands.tsx'
import { useEntered } from '../use-entered.ts'
import { type Found, useFindings } from '../use-findings.ts'
import { Autocomplete } from './autocomplete.tsx'
import { CommandList } from './command-list.tsx'
import { findingIcons } from './finding-icons.tsx'
import { PaletteKeys } from './palette-keys.tsx'

const nowhere: ReturnType<typeof sourcesOf> = []

export interface CommandPaletteProps {
  readonly project: string | undefined
  readonly onShowShortcuts: () => void
  readonly onClose: () => void
}

/** Every page, project, document, file, user and action, a few keys away. */
export function CommandPalette({ project, onShowShortcuts, onClose }: CommandPaletteProps) {
  const [text, setText] = useState('')
  const sought = text.trim()
  const entered = useEntered(project)
  const { found, retry } = useSearch(entered, sought)
  const commands = useCommands(project, onShowShortcuts)
  const openFinding = useOpenFinding(project)
  const path = useGoToPath(project, text)

  const findings = found.map((one): CommandGroup => ({
    title: paletteTexts.sources[one.source.id],
    commands:
      one.status === 'failed'
        ? [
            {
              id: `retry/${one.source.id}`,
              title: paletteTexts.retry[one.source.id],
              icon: <RotateCw />,
              run: () => retry(one.source),
              isKeptOpen: true,
            },
          ]
        : [
            ...one.findings.map((finding) => openFinding(one.source.id, finding)),
            ...(one.source.id === 'users' && one.findings.length > 0 && project !== undefined
              ? [path.allUsers(sought)]
              : []),
          ],
  }))
  const groups = [
    ...path.groups,
    ...(sought === '' ? openFinding.recents : []),
    ...matching(commands, sought),
    ...findings.filter((group) => group.commands.length > 0),
  ]
  const isAsking = found.some(({ status }) => status === 'asking')

  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      className="fixed inset-0 z-50 flex items-start justify-center bg-scrim p-3 tablet:pt-[10vh]"
    >
      <Modal className="w-full max-w-xl animate-appear overflow-hidden rounded-large border border-line bg-ground-1 shadow-float">
        <AriaDialog
          aria-label={paletteTexts.title}
          className="flex max-h-[calc(100dvh-1.5rem)] flex-col outline-none tablet:max-h-[70vh]"
        >
          <Autocomplete inputValue={text} onInputChange={setText}>
            <TextField
              aria-label={paletteTexts.placeholder}
              autoFocus
              className="relative flex items-center gap-2.5 border-b border-line px-4"
            >
              <Search className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
              <Input
                role="combobox"
                aria-expanded="true"
                aria-haspopup="listbox"
                placeholder={paletteTexts.placeholder}
                spellCheck="false"
                autoCapitalize="none"
                className="h-12 min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-ink-3"
              />
              <SearchState sought={sought} isAsking={isAsking} found={found} />
            </TextField>
            <CommandList
              groups={groups}
              sought={sought}
              isAsking={isAsking}
              isInProject={project !== undefined}
              onRun={(command) => {
                if (command.isKeptOpen !== true) onClose()
                command.run()
              }}
            />
          </Autocomplete>
          <PaletteKeys />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

function useSearch(entered: ProjectSession | undefined, sought: string) {
  const { pathname } = useLocation()
  const sources = useMemo(() => (entered === undefined ? nowhere : sourcesOf(entered, pathname)), [entered, pathname])
  return useFindings(sources, sought)
}

/** Makes a line of the palette of what was found; it is among the recent ones once it was opened. */
function useOpenFinding(project: string | undefined) {
  const router = useRouter()
  const uid = useSignedIn()?.account.uid
  const commandOf = (group: string, finding: Finding): Command => {
    const Icon = findingIcons[finding.kind]
    return {
      id: `${group}/${finding.href}`,
      title: finding.title,
      isCode: finding.kind !== 'user' && finding.kind !== 'rules',
      kind: paletteTexts.kinds[finding.kind],
      icon: <Icon />,
      ...(finding.detail !== undefined && { description: finding.detail }),
      run: () => {
        if (uid !== undefined && project !== undefined) addRecent(uid, project, finding)
        void router.navigate({ href: finding.href })
      },
    }
  }
  const [lately] = useState(() => (uid === undefined || project === undefined ? [] : readRecents(uid, project)))
  const recents: readonly CommandGroup[] =
    lately.length === 0
      ? []
      : [{ title: paletteTexts.recents, commands: lately.map((finding) => commandOf('recent', finding)) }]
  return Object.assign(commandOf, { recents })
}

function useGoToPath(project: string | undefined, text: string) {
  const router = useRouter()
  const href = text.includes('/') ? goToPath(text, project, location.origin) : undefined
  const groups: readonly CommandGroup[] =
    href === undefined
      ? []
      : [
          {
            title: paletteTexts.goToPath,
            commands: [
              {
                id: 'path',
                title: paletteTexts.goTo(text.trim()),
                icon: <CornerDownRight />,
                run: () => void router.navigate({ href }),
              },
            ],
          },
        ]
  return {
    groups,
    allUsers: (q: string): Command => ({
      id: 'users',
      title: paletteTexts.allUsers(q),
      icon: <UserSearch />,
      run: () =>
        void router.navigate({ to: '/projects/$project/users', params: { project: project ?? '' }, search: { q } }),
    }),
  }
}

/** Says aloud how far the search is; a bar under the field shows it. */
function SearchState({
  sought,
  isAsking,
  found,
}: {
  readonly sought: string
  readonly isAsking: boolean
  readonly found: readonly Found[]
}) {
  const count = found.reduce((sum, { findings }) => sum + findings.length, 0)
  return (
    <>
      {isAsking && (
        <span
          aria-hidden="true"
          className="size-3.5 shrink-0 animate-turn rounded-full border-2 border-line-strong border-t-ember"
        />
      )}
      <span role="status" className="sr-only">
        {sought === '' ? '' : isAsking ? paletteTexts.searching : paletteTexts.count(count)}
      </span>
    </>
  )
}
