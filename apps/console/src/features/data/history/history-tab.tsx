import { parseTimestamp } from '@hearth/model/timestamp'
import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronRight, History } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { formatLocalTime } from '../../../documents/values/local-time.ts'
import { useProject } from '../../../session/project-context.tsx'
import { historyTexts as texts } from '../../../texts/en/data-history.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatDateTime } from '../../../texts/format.ts'
import { Moment } from '../../../ui/moment.tsx'
import { MoreRows } from '../../../ui/more-rows.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { toast } from '../../../ui/toast.ts'
import { noFields, type TypedFields, type TypedValue } from '../../../documents/values/typed-value.ts'
import { type Change, changesBetween } from '../draft/changes.ts'
import { useVersions } from '../queries/data-queries.ts'
import { formatPath, keyOf } from '../tree-rows.ts'
import { useDataSearch } from '../use-data-search.ts'
import { type Author, restoreVersion, stepsOf, type VersionStep, whyNotRestored } from './document-versions.ts'
import { useMemberNames } from '../../../shared/people/use-user-names.ts'
import { useHistoryTime } from '../../../session/use-history-time.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { ValueText } from '../components/value-text.tsx'
import { useSignedIn } from '../../../session/session-context.tsx'

/** So many fields are named in a line. */
const namedMax = 3

/** What became of a document: who changed what and when, and the way back to each version. The address says which one is open. */
export function HistoryTab({
  path,
  saved,
  hasDraft,
}: {
  readonly path: string
  /** What the server holds: another one is another history. */
  readonly saved: TypedFields
  /** Something typed here is not saved. */
  readonly hasDraft: boolean
}) {
  const database = useDatabase()
  const kept = useHistoryTime()
  const { project } = database
  const { search, change } = useDataSearch()
  const [problem, setProblem] = useState<string>()
  const [restoring, setRestoring] = useState<string>()
  const nameOfMember = useMemberNames()
  const pages = useVersions(path, saved)
  const { query, readAgain } = pages
  const answer = query.data
  if (answer === undefined) {
    return (
      <QueryContent query={query} failed={texts.failed} rows={5}>
        {() => null}
      </QueryContent>
    )
  }
  if (answer.rows.length === 0) {
    return (
      <EmptyState icon={<History />} title={texts.none}>
        {texts.noneHelp(kept)}
      </EmptyState>
    )
  }

  const restore = async (version: string): Promise<void> => {
    setProblem(undefined)
    setRestoring(version)
    const newest = answer.rows[0]
    try {
      await restoreVersion(database, path, version)
      readAgain()
      const time = formatDateTime(Date.parse(version))
      if (newest?.fields === undefined) toast(texts.restored(time))
      else {
        toast(texts.restored(time), {
          label: texts.undo,
          topic: 'document',
          run: () => {
            restoreVersion(database, path, newest.version).then(readAgain, (thrown: unknown) =>
              setProblem(texts.couldNotRestore(whyNotRestored(thrown))),
            )
          },
        })
      }
    } catch (thrown) {
      setProblem(texts.couldNotRestore(whyNotRestored(thrown)))
    } finally {
      setRestoring(undefined)
    }
  }
  const hasEarlier = answer.nextPageToken !== undefined
  return (
    <div className="grid">
      <div className="grid gap-2 p-3 empty:hidden">
        {problem !== undefined && (
          <Notice tone="danger" isAnnounced>
            {problem}
          </Notice>
        )}
        {hasDraft && project.mayWrite && <Notice tone="information">{texts.draftFirst}</Notice>}
      </div>
      <ol aria-label={texts.list} className="border-t border-line">
        {stepsOf(answer.rows).map((step, at) => (
          <li key={step.version} className="border-b border-line">
            <VersionRow
              step={step}
              isNow={at === 0}
              isEarliest={at === answer.rows.length - 1}
              isOpen={search.version === step.version}
              isRestoring={restoring === step.version}
              nameOfMember={nameOfMember}
              onToggle={() => change({ version: search.version === step.version ? undefined : step.version })}
              onRestore={
                project.mayWrite && !hasDraft && at > 0 && step.fields !== undefined
                  ? () => void restore(step.version)
                  : undefined
              }
            />
          </li>
        ))}
      </ol>
      <div className="grid gap-3 p-3">
        <MoreRows pages={pages} more={texts.more} full={texts.full} />
        {!hasEarlier && <p className="text-small text-ink-2">{texts.help(kept)}</p>}
      </div>
    </div>
  )
}

function VersionRow({
  step,
  isNow,
  isEarliest,
  isOpen,
  isRestoring,
  nameOfMember,
  onToggle,
  onRestore,
}: {
  readonly step: VersionStep
  readonly isNow: boolean
  readonly isEarliest: boolean
  readonly isOpen: boolean
  readonly isRestoring: boolean
  readonly nameOfMember: (uid: string) => string | undefined
  readonly onToggle: () => void
  readonly onRestore: (() => void) | undefined
}) {
  const at = Date.parse(step.version)
  const time = formatDateTime(at)
  const changes = changesBetween(step.before?.fields ?? noFields, step.fields ?? noFields)
  const what =
    step.fields === undefined
      ? texts.deleted
      : step.isCreation
        ? texts.created
        : step.before === undefined && isEarliest
          ? texts.earliest
          : changes.length === 0
            ? texts.same
            : undefined
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <>
      <div className="flex items-center gap-2 pr-3">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-w-0 flex-1 items-start gap-2 py-2 pl-3 text-left outline-offset-[-2px] hover:bg-ground-2"
        >
          <Chevron className="mt-0.5 size-4 shrink-0 text-ink-3" aria-hidden="true" />
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-center gap-2 text-table">
              {what ?? <ChangedFields changes={changes} />}
              {isNow && <Badge tone="good">{texts.now}</Badge>}
            </span>
            <span className="block text-small break-words text-ink-2">
              <Moment at={at} /> · <AuthorName author={step.author} nameOfMember={nameOfMember} />
            </span>
          </span>
        </button>
        {onRestore !== undefined && (
          <Button size="small" aria-label={texts.restoreOf(time)} isPending={isRestoring} onPress={onRestore}>
            {texts.restore}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="grid gap-2 px-3 pt-1 pb-3">
          <p className="text-small text-ink-2">
            <time dateTime={step.version} title={step.version}>
              {formatLocalTime(parseTimestamp(step.version))}
            </time>
            {step.author.kind === 'user' && <AuthorLink author={step.author} />}
          </p>
          <VersionChanges changes={changes} />
        </div>
      )}
    </>
  )
}

function ChangedFields({ changes }: { readonly changes: readonly Change[] }) {
  const more = changes.length - namedMax
  return (
    <span className="min-w-0 break-words">
      {texts.changed}{' '}
      {changes.slice(0, namedMax).map(({ path }, at) => (
        <Fragment key={keyOf(path)}>
          {at > 0 && ', '}
          <bdi className="font-mono text-code">{formatPath(path)}</bdi>
        </Fragment>
      ))}
      {more > 0 && ` ${texts.andMore(more)}`}
    </span>
  )
}

function AuthorLink({ author: { uid = '' } }: { readonly author: Author }) {
  const project = useProject()
  return (
    <>
      {' · '}
      <Link
        to="/projects/$project/users/$uid"
        params={{ project: project.id, uid }}
        className="font-mono text-code text-ink-1 underline underline-offset-2"
      >
        <bdi>{uid}</bdi>
      </Link>
    </>
  )
}

/** More than a screen of them say no more. */
const shownMax = 100

/** Each field that changed, with what it was and what it became. */
function VersionChanges({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return null
  return (
    <>
      <ul aria-label={texts.changes} className="grid gap-2">
        {changes.slice(0, shownMax).map(({ path, was, value }) => (
          <li key={keyOf(path)} className="min-w-0 overflow-hidden rounded border border-line">
            <bdi className="block border-b border-line bg-ground-2 px-2 py-1 font-mono text-code font-medium break-all">
              {formatPath(path)}
            </bdi>
            {was !== undefined && <Side mark="−" word={texts.before} value={was} tone="bg-crimson-wash text-crimson" />}
            {value !== undefined && <Side mark="+" word={texts.after} value={value} tone="bg-moss-wash text-moss" />}
          </li>
        ))}
      </ul>
      {changes.length > shownMax && (
        <p className="text-table text-ink-2">{dataTexts.moreInside(changes.length - shownMax)}</p>
      )}
    </>
  )
}

function Side({
  mark,
  word,
  value,
  tone,
}: {
  readonly mark: string
  readonly word: string
  readonly value: TypedValue
  readonly tone: string
}) {
  return (
    <p className={`flex gap-2 px-2 py-0.5 font-mono text-code ${tone}`}>
      <span aria-hidden="true">{mark}</span>
      <span className="sr-only">{word}</span>
      <span className="min-w-0 break-words">
        <ValueText value={value} />
      </span>
    </p>
  )
}

/** Who belongs to the project has a name; the uid is on hover. */
export function AuthorName({
  author: { kind, uid = '' },
  nameOfMember,
}: {
  readonly author: Author
  readonly nameOfMember: (uid: string) => string | undefined
}) {
  const own = useSignedIn()?.account.uid
  if (kind === 'operator' && uid === own) return texts.by.you
  const name = kind === 'operator' ? nameOfMember(uid) : undefined
  if (name !== undefined) return <bdi title={uid}>{name}</bdi>
  return kind === 'user' || kind === 'operator' ? <bdi>{texts.by[kind](uid)}</bdi> : texts.by[kind]
}
