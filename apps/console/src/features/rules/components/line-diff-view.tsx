import { Fragment, useMemo } from 'react'
import { rulesTexts } from '../../../texts/en/rules.ts'
import { classNames } from '../../../ui/class-names.ts'
import { diffLines, type DiffLine, withContext } from '../diff/line-diff.ts'

const contextLines = 3

/** What becomes of a text, line by line; unchanged lines far from a change are left out. */
export function LineDiffView({ before, after }: { readonly before: string; readonly after: string }) {
  const lines = useMemo(() => diffLines(before, after), [before, after])
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  const [added, removed] = [count('added'), count('removed')]
  if (added + removed === 0) return <p className="text-table text-ink-2">{rulesTexts.noDifference}</p>
  return (
    <div className="min-w-0">
      <p className="mb-1.5 text-small text-ink-2">{rulesTexts.differenceCounts(added, removed)}</p>
      <div
        role="region"
        aria-label={rulesTexts.difference}
        tabIndex={0}
        className="max-h-[45dvh] overflow-auto rounded border border-line bg-ground-1"
      >
        <table className="w-full border-collapse font-mono text-code">
          <tbody>
            {withContext(lines, contextLines).map((line, at) => (
              <Fragment key={at}>{line === undefined ? <LeftOut /> : <Line line={line} />}</Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Line({ line: { kind, text, before, after } }: { readonly line: DiffLine }) {
  return (
    <tr className={classNames(kind === 'added' && 'bg-moss-wash', kind === 'removed' && 'bg-crimson-wash')}>
      <td className="w-10 px-2 text-right text-ink-2 select-none">{before}</td>
      <td className="w-10 px-2 text-right text-ink-2 select-none">{after}</td>
      <td className="w-4 select-none">
        {kind !== 'same' && (
          <>
            <span aria-hidden="true">{kind === 'added' ? '+' : '−'}</span>
            <span className="sr-only">{kind === 'added' ? rulesTexts.addedLine : rulesTexts.removedLine}</span>
          </>
        )}
      </td>
      <td className="pr-3 whitespace-pre">{text}</td>
    </tr>
  )
}

function LeftOut() {
  return (
    <tr className="border-y border-line bg-ground-2 text-ink-2">
      <td colSpan={4} className="px-2 text-small">
        <span aria-hidden="true">⋯</span>
        <span className="sr-only">{rulesTexts.linesLeftOut}</span>
      </td>
    </tr>
  )
}
