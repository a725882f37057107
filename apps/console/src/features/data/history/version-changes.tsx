import { historyTexts as texts } from '../../../texts/en/data-history.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import type { Change } from '../draft/changes.ts'
import { formatPath, keyOf } from '../tree-rows.ts'
import { ValueText } from '../components/value-text.tsx'

/** More than a screen of them say no more. */
const shownMax = 100

/** Each field that changed, with what it was and what it became. */
export function VersionChanges({ changes }: { readonly changes: readonly Change[] }) {
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
