import type { RulesIssue } from '@hearth/rules'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { rulesTexts } from '../../../texts/en/rules.ts'

type Position = NonNullable<RulesIssue['position']>

/** What is wrong with the rules, each a way to its place. */
export function IssueList({
  issues,
  onGo,
}: {
  readonly issues: readonly RulesIssue[]
  /** Called with a new object each time. */
  readonly onGo: (position: Position) => void
}) {
  const errors = issues.filter(({ severity }) => severity === 'ERROR').length
  const warnings = issues.length - errors
  const words = [
    ...(errors > 0 ? [rulesTexts.errors(errors)] : []),
    ...(warnings > 0 ? [rulesTexts.warnings(warnings)] : []),
  ]
  return (
    <div className="border-t border-line">
      <p role="status" className="flex items-center gap-2 px-4 py-2 text-table text-ink-2">
        {issues.length === 0 && <CircleCheck className="size-4 text-moss" aria-hidden="true" />}
        {words.length === 0 ? rulesTexts.noIssues : words.join(', ')}
      </p>
      {issues.length > 0 && (
        <ul aria-label={rulesTexts.issues} className="max-h-48 divide-y divide-line overflow-auto border-t border-line">
          {issues.map((issue, at) => (
            <li key={at}>
              <IssueRow issue={issue} onGo={onGo} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function IssueRow({
  issue: { severity, description, position, hint },
  onGo,
}: {
  readonly issue: RulesIssue
  readonly onGo: (position: Position) => void
}) {
  const Icon = severity === 'ERROR' ? CircleAlert : TriangleAlert
  return (
    <button
      type="button"
      onClick={() => onGo({ line: position?.line ?? 1, column: position?.column ?? 1 })}
      className="flex w-full items-start gap-2 px-4 py-1.5 text-left text-table outline-offset-[-2px] hover:bg-ground-2 touch:min-h-10"
    >
      <Icon
        className={`mt-0.5 size-4 shrink-0 ${severity === 'ERROR' ? 'text-crimson' : 'text-amber'}`}
        aria-hidden="true"
      />
      <span className="min-w-0 flex-1 break-words">
        {/* In plain words first; the parser's own are what one searches the web for. */}
        {hint ?? description}
        {hint !== undefined && <span className="block text-small text-ink-3">{description}</span>}
      </span>
      {position !== undefined && (
        <span className="shrink-0 font-mono text-code text-ink-2">
          <span aria-hidden="true">
            {position.line}:{position.column}
          </span>
          <span className="sr-only">{rulesTexts.issueAt(position.line, position.column)}</span>
        </span>
      )}
    </button>
  )
}
