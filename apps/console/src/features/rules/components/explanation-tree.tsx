import { decidingPath, type ExplainedExpression, expressionText } from '@hearth/rules'
import { simulatorTexts as texts } from '../../../texts/en/simulator.ts'
import { toneOfValue } from '../../../shared/rules/value-tone.ts'
import { wordsOfValue } from '../../../shared/rules/words-of-rules.ts'
import { classNames } from '../../../ui/class-names.ts'

/** What was evaluated for a condition, outer expressions first; those that made it what it is are marked. */
export function ExplanationTree({ source, tree }: { readonly source: string; readonly tree: ExplainedExpression }) {
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
          isLast ? 'border-ember bg-ember-wash' : 'border-transparent',
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
