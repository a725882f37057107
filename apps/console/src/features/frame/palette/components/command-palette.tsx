import { useLocation, useRouter } from '@tanstack/react-router'
import {
  CornerDownRight,
  RotateCw,
  Search,
  UserSearch,
  File,
  FileText,
  Folder,
  Library,
  Shield,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextField } from 'react-aria-components/TextField'
import { databaseQuery, readDatabaseSearch } from '../../../../shared/databases/database-search.ts'
import type { ProjectSession } from '../../../../backend/sdk/project-session.ts'
import { useSignedIn } from '../../../../session/session-context.tsx'
import { track } from '../../../../backend/telemetry.ts'
import { paletteTexts } from '../../../../texts/en/palette.ts'
import { optionId } from '../../../../ui/option-list.tsx'
import { goToPath } from '../../go-to-path.ts'
import { type Command, type CommandGroup, matching } from '../../../../shared/palette/command.ts'
import type { Finding, Source } from '../../../../shared/palette/finding.ts'
import type { PaletteEntries, PaletteProps } from '../../../../shared/palette/registry.ts'
import { addRecent, readRecents } from '../recents.ts'
import { useCommands } from '../use-commands.tsx'
import { useEntered } from '../use-entered.ts'
import { useFindings } from '../../../../shared/palette/use-findings.ts'
import { CommandList, NoCommands } from './command-list.tsx'
import { PaletteFrame } from './palette-frame.tsx'

const nowhere: readonly Source[] = []

export interface CommandPaletteProps extends PaletteProps {
  /** What the features add. */
  readonly entries: readonly PaletteEntries[]
}

/** Every page, project, document, file, user and action, a few keys away. */
export function CommandPalette({ entries, project, onShowShortcuts, onClose }: CommandPaletteProps) {
  const [text, setText] = useState('')
  const [walkedTo, setWalkedTo] = useState<string>()
  const listId = useId()
  const sought = text.trim()
  const entered = useEntered(project)
  const { found, retry } = useSearch(entries, entered, sought)
  const commands = useCommands(entries, project, entered, onShowShortcuts)
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
            // What the path leads to stands above already.
            ...one.findings
              .filter(({ href }) => href !== path.href)
              .map((finding) => openFinding(one.source.id, finding)),
            ...(one.source.id === 'users' && one.findings.length > 0 && project !== undefined
              ? [path.allUsers(sought)]
              : []),
          ],
  }))
  const groups = [
    ...path.groups,
    ...(sought === '' ? openFinding.recents : []),
    ...matching(commands, sought, paletteTexts.related),
    ...findings.filter((group) => group.commands.length > 0),
  ]
  const isAsking = found.some(({ status }) => status === 'asking')
  const offered = groups.flatMap((group) => group.commands)
  const isEmpty = offered.length === 0
  useCountedSearch(sought, !isEmpty)
  // The first one of those that were sought, until somebody walks on.
  const at = offered.findIndex(({ id }) => id === walkedTo)
  const active = offered[at] ?? (sought === '' ? undefined : offered[0])
  const activeAt = active === undefined ? -1 : offered.indexOf(active)
  const run = (command: Command): void => {
    if (command.isKeptOpen !== true) onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setWalkedTo(offered[(activeAt + 1) % offered.length]?.id)
    else if (event.key === 'ArrowUp') setWalkedTo(offered.at(activeAt === -1 ? -1 : activeAt - 1)?.id)
    else if (event.key === 'Enter' && active !== undefined) run(active)
    else return
    event.preventDefault()
  }

  return (
    <PaletteFrame onClose={onClose}>
      <TextField
        aria-label={paletteTexts.placeholder}
        autoFocus
        value={text}
        onChange={(typed) => {
          setText(typed)
          setWalkedTo(undefined)
        }}
        className="relative flex items-center gap-2.5 border-b border-line px-4"
      >
        <Search className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
        <Input
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={!isEmpty}
          aria-haspopup="listbox"
          {...(!isEmpty && { 'aria-controls': listId })}
          {...(active !== undefined && { 'aria-activedescendant': optionId(listId, activeAt) })}
          onKeyDown={onKeyDown}
          placeholder={paletteTexts.placeholder}
          autoComplete="off"
          spellCheck="false"
          autoCapitalize="none"
          className="h-12 min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-ink-3"
        />
        <SearchState sought={sought} isAsking={isAsking} count={offered.length} />
      </TextField>
      {isEmpty ? (
        <NoCommands sought={sought} isAsking={isAsking} isInProject={project !== undefined} />
      ) : (
        <CommandList id={listId} groups={groups} active={active} onRun={run} />
      )}
      <PaletteKeys />
    </PaletteFrame>
  )
}

function useSearch(entries: readonly PaletteEntries[], entered: ProjectSession | undefined, sought: string) {
  const { pathname, search } = useLocation()
  const { database } = readDatabaseSearch(search)
  const sources = useMemo(
    () =>
      entered === undefined
        ? nowhere
        : entries.flatMap(({ source }) => source?.(entered, { pathname, database }) ?? []),
    [entries, entered, pathname, database],
  )
  return useFindings(sources, sought)
}

/** Counts the search once, when the palette closes: whether there was anything, never what was sought. */
function useCountedSearch(sought: string, hasFound: boolean): void {
  const last = useRef({ sought, hasFound })
  useEffect(() => {
    last.current = { sought, hasFound }
  }, [sought, hasFound])
  useEffect(
    () => () => {
      if (last.current.sought !== '') track({ name: 'search', found: last.current.hasFound ? 'some' : 'none' })
    },
    [],
  )
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
  const { database } = readDatabaseSearch(useLocation().search)
  const href = text.includes('/') ? goToPath(text, { project, database }, location.origin) : undefined
  const isInDatabase = database !== undefined && href?.endsWith(databaseQuery(database)) === true
  const groups: readonly CommandGroup[] =
    href === undefined
      ? []
      : [
          {
            title: paletteTexts.goToPath,
            commands: [
              {
                id: 'path',
                title: paletteTexts.goTo(isInDatabase ? `${text.trim()} (${database})` : text.trim()),
                icon: <CornerDownRight />,
                run: () => void router.navigate({ href }),
              },
            ],
          },
        ]
  return {
    groups,
    href,
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
  count,
}: {
  readonly sought: string
  readonly isAsking: boolean
  /** Of the rows, whatever they are. */
  readonly count: number
}) {
  return (
    <>
      {isAsking && (
        <span
          aria-hidden="true"
          className="size-3.5 shrink-0 animate-turn rounded-full border-2 border-line-strong border-t-sky"
        />
      )}
      <span role="status" className="sr-only">
        {sought === '' ? '' : isAsking ? paletteTexts.searching : paletteTexts.count(count)}
      </span>
    </>
  )
}

const findingIcons: Readonly<Record<Finding['kind'], LucideIcon>> = {
  collection: Library,
  document: FileText,
  file: File,
  folder: Folder,
  rules: Shield,
  user: UserRound,
}

const keys: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['↑', '↓'], paletteTexts.keyMove],
  [['Enter'], paletteTexts.keyOpen],
  [['Esc'], paletteTexts.keyClose],
]

/** What the keyboard does in the palette; phones have none. */
function PaletteKeys() {
  return (
    <dl
      aria-label={paletteTexts.keys}
      className="hidden gap-4 border-t border-line bg-ground-2 px-4 py-2 text-small text-ink-2 tablet:flex"
    >
      {keys.map(([names, does]) => (
        <div key={does} className="flex items-center gap-1.5">
          <dt className="flex gap-1">
            {names.map((name) => (
              <kbd
                key={name}
                className="rounded-small border border-line bg-ground-1 px-1 font-mono text-[11px] leading-4"
              >
                {name}
              </kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}
