import { decidingExpression, decidingPath, type ExplainedExpression, expressionText } from '@hearth/rules'
import { CircleCheck, CircleX } from 'lucide-react'
import { simulatorTexts as texts } from '../../../texts/en/simulator.ts'
import { toneOfValue, wordsOfValue } from '../../../shared/rules/words-of-rules.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { whatIsMissing } from '../simulator/situation-of.ts'
import type { Attempt, Outcome } from '../../../shared/rules/simulator/simulate.ts'
import { classNames } from '../../../ui/class-names.ts'

type Position = { readonly line: number; readonly column: number }

/** Whether it is granted, which line decided, and of a denial the expression. */
export function OutcomeVerdict({
  outcome: { isAllowed, decidedAt, decidedBy, test },
  sources,
}: {
  readonly outcome: Outcome
  /** What was tried, by the name of the file. */
  readonly sources: ReadonlyMap<string, string>
}) {
  const refused = isAllowed ? undefined : decidedBy
  const deciding = refused?.tree && decidingExpression(sources.get(refused.fileName) ?? '', refused.tree)
  const missing = deciding && decidedAt && whatIsMissing(deciding, decidedAt.line, test)
  const sentence =
    decidedAt === undefined
      ? texts.nothingCovers
      : isAllowed
        ? texts.allowedBy(decidedAt.line)
        : texts.deniedBy(decidedAt.line)
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-table">
      <Badge tone={isAllowed ? 'good' : 'danger'} icon={isAllowed ? <CircleCheck /> : <CircleX />}>
        {isAllowed ? texts.allowed : texts.denied}
      </Badge>
      {sentence}
      {deciding !== undefined && deciding.expression !== deciding.value && (
        <span className="w-full font-mono text-code [overflow-wrap:anywhere]">
          {deciding.expression}{' '}
          <span className="text-ink-2" aria-hidden="true">
            →{' '}
          </span>
          <span className={toneOfValue(deciding.value)}>{wordsOfValue(deciding.value)}</span>
        </span>
      )}
      {missing !== undefined && <span className="w-full [overflow-wrap:anywhere]">{missing}</span>}
    </span>
  )
}

/** How each condition came to its value, and what was read for them. */
export function OutcomeReasons({
  outcome: { attempts, documentsRead },
  sources,
  onGo,
}: {
  readonly outcome: Outcome
  /** What was tried, by the name of the file. */
  readonly sources: ReadonlyMap<string, string>
  readonly onGo: (position: Position) => void
}) {
  return (
    <div className="grid gap-3">
      {documentsRead.length > 0 && (
        <p className="text-small break-all text-ink-2">{texts.read(documentsRead.join(', '))}</p>
      )}
      <ol className="grid gap-3">
        {attempts.map((attempt, at) => (
          <li key={at} className="min-w-0">
            <AttemptView attempt={attempt} source={sources.get(attempt.fileName) ?? ''} onGo={onGo} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function AttemptView({
  attempt: { position, isGranted, reason, tree },
  source,
  onGo,
}: {
  readonly attempt: Attempt
  readonly source: string
  readonly onGo: (position: Position) => void
}) {
  return (
    <section className="min-w-0 rounded border border-line">
      <header className="flex flex-wrap items-center gap-2 border-b border-line bg-ground-2 px-2 py-1">
        <code className="min-w-0 flex-1 truncate text-code">{source.split('\n')[position.line - 1]?.trim()}</code>
        <Badge tone={isGranted ? 'good' : 'plain'}>{isGranted ? texts.allowed : texts.denied}</Badge>
        <Button size="small" variant="quiet" onPress={() => onGo({ ...position })}>
          {texts.goToLine(position.line)}
        </Button>
      </header>
      <div className="overflow-x-auto p-2">
        {reason !== undefined && <p className="mb-1.5 text-table break-words text-crimson">{reason}</p>}
        {tree === undefined ? (
          <p className="text-table text-ink-2">{texts.always}</p>
        ) : (
          <ExplanationTree source={source} tree={tree} />
        )}
      </div>
    </section>
  )
}

/** What was evaluated for a condition, outer expressions first; those that made it what it is are marked. */
function ExplanationTree({ source, tree }: { readonly source: string; readonly tree: ExplainedExpression }) {
  return (
    <ul aria-label={texts.evaluation} className="font-mono text-code">
      <Branch source={source} expression={tree} deciding={decidingPath(tree)} depth={0} />
    </ul>
  )
}

function Branch({
  source,
  expression,
  deciding,
  depth,
}: {
  readonly source: string
  readonly expression: ExplainedExpression
  readonly deciding: ReadonlySet<ExplainedExpression>
  readonly depth: number
}) {
  const { value, children } = expression
  const isDeciding = deciding.has(expression)
  const isLast = isDeciding && !children.some((child) => deciding.has(child))
  // What stands for itself needs no line of its own.
  const shown = children.filter((child) => source.slice(child.offset, child.endOffset) !== child.value)
  return (
    <li>
      <div
        className={classNames(
          // What only a screen reader sees stands in its line, or the page would grow by it.
          'relative flex flex-wrap gap-x-2 rounded-small border-l-2 py-0.5 pr-2 pl-2',
          isLast ? 'border-sky bg-sky-wash' : 'border-transparent',
        )}
        style={{ marginLeft: `${Math.min(depth, 12) * 0.75}rem` }}
      >
        <span className="min-w-0 [overflow-wrap:anywhere]">{expressionText(source, expression)}</span>
        <span className={classNames('[overflow-wrap:anywhere]', toneOfValue(value))}>
          <span className="text-ink-2" aria-hidden="true">
            →{' '}
          </span>
          {value === undefined ? texts.cutShort : wordsOfValue(value)}
        </span>
        {isLast && <span className="sr-only">{texts.deciding}</span>}
      </div>
      {shown.length > 0 && (
        <ul>
          {shown.map((child, at) => (
            <Branch key={at} source={source} expression={child} deciding={deciding} depth={depth + 1} />
          ))}
        </ul>
      )}
    </li>
  )
}
