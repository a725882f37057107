import type { ExplainedVerdict } from '@hearth/api'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'
import { failureOf } from '../../backend/errors/failure.ts'
import { messageOfRead } from '../../backend/errors/read-reaction.ts'
import { useProject } from '../../session/project-context.tsx'
import { seeAsTexts as texts } from '../../texts/en/see-as.ts'
import { Badge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { floatClasses } from '../../ui/float.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { onMove, placeBeside } from '../../ui/place-beside.ts'
import { useFailure } from '../../ui/query-content.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { databaseSearch } from '../databases/database-search.ts'
import { useDatabase } from '../databases/use-databases.ts'
import type { RulesArea } from '../rules/rules-area.ts'
import { SaveTestDialog } from '../saved-tests/save-test-dialog.tsx'
import { appOf, type SeenAs } from './use-see-as.ts'
import { type ExplainedThing, useExplanation } from './use-verdicts.ts'

/** Why rules deny something, or grant it: the line that decided, and both sides of what it compares. */
export function VerdictCard({
  area,
  seen,
  thing,
  beside,
  takesFocus,
  onStay,
  onLeave,
  onClose,
}: {
  readonly area: RulesArea
  readonly seen: SeenAs
  readonly thing: ExplainedThing
  readonly beside: Element
  readonly takesFocus: boolean
  /** The pointer is over it, or beyond it again. */
  readonly onStay: () => void
  readonly onLeave: () => void
  readonly onClose: () => void
}) {
  const { role } = useProject()
  const card = useRef<HTMLDivElement>(null)
  const query = useExplanation(area, seen, thing)
  const failure = useFailure(query)
  const [isSaving, setSaving] = useState(false)
  const explained = query.data
  useLayoutEffect(() => {
    const float = card.current
    if (float === null) return
    const place = (): void => placeBeside(float, beside)
    place()
    return onMove(place)
  })
  useEffect(() => {
    if (!takesFocus) return undefined
    const before = document.activeElement
    card.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [takesFocus])
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
  }
  const title = titleOf(seen, thing, explained?.isAllowed === true)
  return createPortal(
    <div
      ref={card}
      role={takesFocus ? 'dialog' : 'status'}
      aria-label={texts.card}
      data-verdict-card=""
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onPointerEnter={onStay}
      onPointerLeave={onLeave}
      onPointerOver={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      className={classNames(floatClasses, 'fixed z-40 w-115 max-w-[calc(100vw-1rem)] overflow-auto pt-3 pb-3')}
    >
      <div className="flex items-start gap-2.5 px-4 pb-2">
        {explained?.isAllowed === true ? (
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-moss" />
        ) : (
          <CircleX aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-crimson" />
        )}
        <p className="min-w-0 flex-1 text-table font-semibold break-words">
          <bdi>{title}</bdi>
        </p>
        {explained?.at !== undefined && (
          <Badge tone={explained.isAllowed ? 'good' : 'danger'}>{texts.line(explained.at.line)}</Badge>
        )}
        {takesFocus && (
          <IconButton size="small" label={texts.close} onPress={onClose}>
            <X />
          </IconButton>
        )}
      </div>
      {failure !== undefined ? (
        <p className="px-4 text-table text-ink-2">
          {failureOf(failure).reason === 'NOTHING_THERE' ? texts.gone : messageOfRead(failure)}
        </p>
      ) : explained === undefined ? (
        <div className="px-4">
          <Skeleton rows={3} />
        </div>
      ) : (
        <Explained explained={explained} />
      )}
      {explained !== undefined && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 px-4 pt-3 text-table">
          <RuleLink area={area} line={explained.rules === 'published' ? explained.at?.line : undefined} />
          {role === 'owner' && (
            <button type="button" className="text-sky hover:underline" onClick={() => setSaving(true)}>
              {texts.saveTest}
            </button>
          )}
        </p>
      )}
      {isSaving && explained !== undefined && (
        <SaveTestDialog
          test={explained.test}
          isAllowed={explained.isAllowed}
          documentsRead={explained.lookedUp}
          onSaved={() => setSaving(false)}
          onClose={() => setSaving(false)}
        />
      )}
    </div>,
    document.body,
  )
}

function titleOf(seen: SeenAs, { path, field, query }: ExplainedThing, isAllowed: boolean): string {
  const { act, name } = seen
  const app = appOf(seen)
  if (query !== undefined) return isAllowed ? texts.mayList(app) : texts.mayNotList(app)
  if (path.endsWith('/')) return isAllowed ? texts.mayListFolder(app) : texts.mayNotListFolder(app)
  if (isAllowed) return texts.may[act](name)
  return field === undefined ? texts.mayNot[act](name) : texts.mayNotField(name, field)
}

const decidingClasses = {
  granted: 'bg-moss-wash shadow-[inset_3px_0_0_var(--moss)]',
  denied: 'bg-crimson-wash shadow-[inset_3px_0_0_var(--crimson)]',
}

function Explained({
  explained: { isAllowed, at, why, reason, tried, lookedUp, rules },
}: {
  readonly explained: ExplainedVerdict
}) {
  const { id } = useDatabase()
  if (at === undefined) {
    const isWithout = rules === 'none' || rules === 'closed' || rules === 'broken'
    return <p className="px-4 text-table text-ink-2">{isWithout ? texts.standings[rules] : texts.nothingCovers}</p>
  }
  // Paths are read without what all of them begin with.
  const short = (value: string): string => value.replaceAll(`/databases/${id}/documents/`, '')
  const facts: readonly (readonly [string, string])[] = [
    ...(why?.parts ?? []).map(({ expression, value }) => [expression, short(value)] as const),
    ...(tried === undefined ? [] : [[texts.tried, tried] as const]),
    ...lookedUp.map((path) => [texts.lookedUp, path] as const),
  ]
  return (
    <>
      <pre className="font-mono text-code">
        {at.lines.map((text, index) => {
          const line = at.firstLine + index
          const isDeciding = line === at.line
          return (
            <div
              key={line}
              className={classNames(
                'flex gap-3 pr-4',
                isDeciding && (isAllowed ? decidingClasses.granted : decidingClasses.denied),
              )}
            >
              <span aria-hidden="true" className="w-10 shrink-0 text-right text-ink-3 select-none">
                {line}
              </span>
              <code className="min-w-0 break-words whitespace-pre-wrap">{text}</code>
            </div>
          )
        })}
      </pre>
      {reason !== undefined && <p className="px-4 pt-2 text-table break-words text-crimson">{reason}</p>}
      {facts.length > 0 && (
        <dl className="grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-4 gap-y-1 px-4 pt-2.5 text-small">
          {facts.map(([name, value]) => (
            <div key={`${name} ${value}`} className="contents">
              <dt className="max-w-60 min-w-0 font-mono break-words text-ink-2">{name}</dt>
              <dd className="min-w-0 font-mono break-all">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** The way to the line; of a draft, whose lines are another's, to the rules. */
function RuleLink({ area, line }: { readonly area: RulesArea; readonly line: number | undefined }) {
  const { project, id } = useDatabase()
  return (
    <Link
      to="/projects/$project/rules"
      params={{ project: project.id }}
      search={{ ...(area === 'files' ? { area } : databaseSearch(id)), ...(line !== undefined && { line }) }}
      className="text-sky hover:underline"
    >
      {texts.openRule}
    </Link>
  )
}
