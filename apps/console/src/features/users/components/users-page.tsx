import { useSearch } from '@tanstack/react-router'
import { Ellipsis, Plus, RotateCw, Upload, UsersRound } from 'lucide-react'
import { useCallback, useState, useEffect } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatNumber, formatTime } from '../../../texts/format.ts'
import { QueryContent } from '../../../ui/query-content.tsx'
import { useFilterSteps } from '../../../ui/use-filter-steps.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { useActInAddress } from '../../../ui/use-act-in-address.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { parseClaimFilter } from '../../../shared/people/claim-filter.ts'
import { useUsers } from '../queries/users-queries.ts'
import { useSeenClaims } from '../seen-claims.ts'
import { useSelection } from '../../../ui/use-selection.ts'
import {
  isFiltered,
  readUserQuery,
  readUsersSearch,
  type UserQuery,
  usersPerPage,
} from '../../../shared/people/user-query.ts'
import { JobsBeside } from '../../../shared/jobs/components/jobs-beside.tsx'
import { AddUserDialog } from './add-user-dialog.tsx'
import type { ManyUsers } from '../jobs/export-users-job.ts'
import { ExportMenu, exportItems, SelectedUsers } from './selected-users.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MenuButton, MenuItem } from '../../../ui/menu.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { SplitPage } from '../../../ui/split-page.tsx'
import { useUserBeside } from '../use-user-beside.ts'
import { useUserColumns } from '../use-user-columns.ts'
import { UserPanel } from './user-panel.tsx'
import { UserFilters } from './user-filters.tsx'
import { UserTable } from './user-table.tsx'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { jobs, newsOfJobs } from '../../../shared/jobs/jobs.ts'
import { watchCalmly } from '../../../backend/live/watch-calmly.ts'

/** The list stays in sight; Jobs has all of them. */
const jobsShown = 2

/** The people who signed up in this project's apps: search, filter, sort, add, export, and what is done with several at once. */
export function UsersPage() {
  usePageTitle(usersTexts.title)
  const project = useProject()
  const { user: opened, ...query } = readUsersSearch(useSearch({ strict: false }))
  const { claim } = query
  const isUnreadable = claim !== undefined && parseClaimFilter(claim) === undefined
  const users = useUsers(query)
  const { data: found, dataUpdatedAt, isPlaceholderData: isSearching, refetch } = users
  const readAgain = useCallback((): void => void refetch(), [refetch])
  useUserNews(project.id, readAgain)
  const seenClaims = useSeenClaims(found?.users)
  const selection = useSelection()
  const recent = useRecentSignIn(project)
  const { columns, toggle } = useUserColumns()
  const isPhone = !useMediaQuery('(width >= 48rem)')
  const [isAdding, setAdding] = useState(false)
  const [isImporting, setImporting] = useState(false)
  // Accounts of the console are made by invitations.
  const mayImport = project.mayWrite && project.id !== 'console'
  const add = (): void => void recent.run(async () => setAdding(true), { act: usersTexts.add })
  useActInAddress('add', add, project.mayWrite)
  // The answer to this question is still on its way: no number and no row of the one before counts as its answer.
  const known = isSearching ? undefined : found
  const count = known?.count ?? 0
  const exported: ManyUsers = isFiltered(query)
    ? { kind: 'found', query, count }
    : { kind: 'all', count: known?.isPartial === true ? undefined : count }
  const step = useFilterSteps<UserQuery>(['q'])
  const show = (next: UserQuery): void => step(query, next)
  const hasRoom = useMediaQuery('(width >= 56rem)')
  const beside = useUserBeside(query, opened, known?.users)

  return (
    <SplitPage panel={opened === undefined ? undefined : <UserPanel key={opened} uid={opened} {...beside.panel} />}>
      <PageHeader
        title={usersTexts.title}
        fact={
          isSearching
            ? usersTexts.searching
            : known === undefined
              ? ''
              : `${usersTexts.fact(formatNumber(known.count), isFiltered(query))} · ${uiTexts.asOf(formatTime(dataUpdatedAt))}`
        }
        actions={
          <>
            {isPhone ? (
              <MenuButton
                label={usersTexts.more}
                trigger={
                  <IconButton label={usersTexts.more}>
                    <Ellipsis />
                  </IconButton>
                }
              >
                <MenuItem icon={<RotateCw />} onAction={readAgain}>
                  {usersTexts.reload}
                </MenuItem>
                {exportItems(project, exported)}
                {mayImport && (
                  <MenuItem icon={<Upload />} onAction={() => setImporting(true)}>
                    {usersTexts.import}
                  </MenuItem>
                )}
              </MenuButton>
            ) : (
              <>
                <IconButton label={usersTexts.reload} onPress={readAgain}>
                  <RotateCw />
                </IconButton>
                <ExportMenu users={exported} />
                {mayImport && (
                  <Button icon={<Upload />} onPress={() => setImporting(true)}>
                    {usersTexts.import}
                  </Button>
                )}
              </>
            )}
            {project.mayWrite && (
              <Button variant="primary" icon={<Plus />} aria-label={usersTexts.add} onPress={add}>
                {!isPhone && usersTexts.add}
              </Button>
            )}
          </>
        }
      />
      <PageBody>
        <UserFilters
          key={query.q}
          query={query}
          seenClaims={seenClaims}
          columns={columns}
          onToggleColumn={toggle}
          onChange={show}
        />
        {known?.isPartial === true && <Notice tone="information">{usersTexts.partial}</Notice>}
        {selection.keys.size > 0 && <SelectedUsers query={query} count={count} selection={selection} />}
        <JobsBeside unit="users" max={jobsShown} label={usersTexts.jobs} className="tablet:grid-cols-2" />
        <section
          aria-busy={isSearching}
          className={classNames(
            'overflow-hidden rounded-large border border-line bg-ground-1',
            isSearching && 'opacity-50',
          )}
        >
          <QueryContent query={users} failed={usersTexts.failed}>
            {({ users: listed }) =>
              isUnreadable ? (
                <EmptyState
                  icon={<UsersRound />}
                  title={usersTexts.claimUnreadable}
                  action={
                    <Button onPress={() => show(readUserQuery({ ...query, claim: '' }))}>
                      {usersTexts.claimRemoveIt}
                    </Button>
                  }
                >
                  {usersTexts.claimUnreadableText}
                </EmptyState>
              ) : listed.length > 0 ? (
                <UserTable
                  users={listed}
                  query={query}
                  columns={columns}
                  onChange={show}
                  selection={selection}
                  opened={opened}
                  onOpen={hasRoom ? beside.open : undefined}
                />
              ) : isFiltered(query) ? (
                <EmptyState
                  icon={<UsersRound />}
                  title={usersTexts.noneFit}
                  action={<Button onPress={() => show({})}>{usersTexts.clearFilters}</Button>}
                >
                  {usersTexts.noneFitHelp}
                </EmptyState>
              ) : (
                <EmptyState icon={<UsersRound />} title={usersTexts.emptyTitle}>
                  {usersTexts.empty} {project.mayWrite && usersTexts.emptyAdd}
                </EmptyState>
              )
            }
          </QueryContent>
        </section>
        {found !== undefined && (
          <PageSwitch query={query} count={found.count} isSearching={isSearching} onChange={show} />
        )}
        {!project.mayWrite && <p className="text-table text-ink-2">{usersTexts.readOnly}</p>}
      </PageBody>
      {isAdding && <AddUserDialog onAdded={readAgain} onClose={() => setAdding(false)} />}
      {isImporting && <ImportUsersDialog onClose={() => setImporting(false)} />}
      {recent.dialog}
    </SplitPage>
  )
}

/** How users come in: by the command, which goes on where it was interrupted and takes passwords along. */
function ImportUsersDialog({ onClose }: { readonly onClose: () => void }) {
  const { id } = useProject()
  const isDev = useConsoleApp().settings.mode === 'dev'
  const command = `hearth accounts import users.json --project ${id} --url ${location.origin}${isDev ? '' : ' --key key.json'}`
  return (
    <Dialog isOpen onClose={onClose} title={usersTexts.importTitle} width="medium">
      <p className="mb-3 text-ink-2">{usersTexts.importText}</p>
      <div className="overflow-hidden rounded border border-line [&_pre]:break-all [&_pre]:whitespace-pre-wrap">
        <CodeBlock label={usersTexts.importCommand} code={command} isNarrow hasFocus />
      </div>
      <p className="mt-3 text-ink-2">
        {usersTexts.importPasswords}{' '}
        {!isDev && (
          <>
            {usersTexts.importKey}{' '}
            <TextLink to="/projects/$project/settings" params={{ project: id }} search={{ section: 'apps' }}>
              {usersTexts.importToKeys}
            </TextLink>
          </>
        )}
      </p>
      <DialogActions>
        <Button onPress={onClose}>{usersTexts.close}</Button>
      </DialogActions>
    </Dialog>
  )
}

interface PageSwitchProps {
  readonly query: UserQuery
  readonly count: number
  /** The count is the one before: another is on its way. */
  readonly isSearching: boolean
  readonly onChange: (query: UserQuery) => void
}

/** Which part of the list is shown, and the parts beside it. Not there when there is one alone. */
function PageSwitch({ query, count, isSearching, onChange }: PageSwitchProps) {
  const { page = 1, ...rest } = query
  const last = Math.max(1, Math.ceil(count / usersPerPage))
  if (last === 1 && page === 1) return null
  const from = (page - 1) * usersPerPage + 1
  const to = Math.min(page * usersPerPage, count)
  const go = (wanted: number) => onChange(wanted === 1 ? rest : { ...rest, page: wanted })
  return (
    <nav aria-label={usersTexts.pages} className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-table text-ink-2 tabular-nums">
        {isSearching
          ? usersTexts.searching
          : usersTexts.pageOf(formatNumber(Math.min(from, count)), formatNumber(to), formatNumber(count))}
      </p>
      <div className="flex gap-2">
        <Button size="small" isDisabled={page <= 1} onPress={() => go(Math.min(page - 1, last))}>
          {usersTexts.previous}
        </Button>
        <Button size="small" isDisabled={page >= last} onPress={() => go(page + 1)}>
          {usersTexts.next}
        </Button>
      </div>
    </nav>
  )
}

/**
 * Tells while a job of this tab changes users of a project, so that what is shown of them can be asked for again; see `watchCalmly`.
 * @param onNews must keep its identity
 */
function useUserNews(project: string, onNews: () => void): void {
  useEffect(() => watchCalmly(() => newsOfJobs(project, 'users'), [jobs.subscribe], onNews), [project, onNews])
}
