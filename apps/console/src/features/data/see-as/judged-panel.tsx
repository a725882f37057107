import { judgedFieldsMax } from '@hearth/api'
import { formatFieldPath } from '@hearth/model/field-path'
import { CircleCheck, CircleX } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { SeenRows, WhyButton } from '../../../shared/see-as/seen-rows.tsx'
import { judgedProps } from '../../../shared/see-as/judged-row.ts'
import { useSeeAs } from '../../../shared/see-as/use-see-as.ts'
import { useVerdicts } from '../../../shared/see-as/use-verdicts.ts'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { seeAsTexts as texts } from '../../../texts/en/see-as.ts'
import type { ValuePath } from '../draft/changes.ts'

/** What rules let the person do with an open document, for the rows of its fields. */
export interface JudgedFields {
  /** The path of the document. */
  readonly document: string
  readonly isDenied: boolean
  /** The field that may not be changed which a value is, or is inside of. */
  readonly lockOf: (path: ValuePath) => string | undefined
}

/** Maps inside of maps that are tried field by field; what is deeper is locked with what holds it. */
const depthMax = 4

/** The fields of an open document as the person sees them whom the screen is seen as: judged like the row of a table, under one line that says what holds of all. */
export function JudgedPanel({
  path,
  fields,
  children,
}: {
  readonly path: string
  /** undefined where there is no document. */
  readonly fields: TypedFields | undefined
  readonly children: (judged: JudgedFields | undefined) => ReactNode
}) {
  const { seen } = useSeeAs()
  const names = useMemo(() => (fields === undefined ? [] : namesOf(fields, [])), [fields])
  const rows = useMemo(() => (fields === undefined ? [] : [{ path, state: fields }]), [path, fields])
  const { byPath } = useVerdicts('documents', seen, rows, names)
  const verdict = seen && byPath.get(path)
  const judged = useMemo((): JudgedFields | undefined => {
    if (verdict === undefined) return undefined
    return {
      document: path,
      isDenied: !verdict.isAllowed,
      lockOf: (at) => {
        const held = at.map((_, end) => formatFieldPath(at.slice(0, end + 1).map(String)))
        return held.find((name) => verdict.locked.has(name))
      },
    }
  }, [path, verdict])
  return (
    <SeenRows area="documents">
      {seen !== undefined && verdict !== undefined && (
        <p
          role="status"
          {...judgedProps(path, verdict)}
          className="flex items-center gap-2 border-b border-line px-3 py-2 text-table"
        >
          {verdict.isAllowed ? (
            <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-moss" />
          ) : (
            <CircleX aria-hidden="true" className="size-4 shrink-0 text-crimson" />
          )}
          <span className="min-w-0 flex-1">
            <bdi>{verdict.isAllowed ? texts.may[seen.act](seen.name) : texts.mayNot[seen.act](seen.name)}</bdi>
          </span>
          {!verdict.isAllowed && <WhyButton className="shrink-0" />}
        </p>
      )}
      {children(judged)}
    </SeenRows>
  )
}

/** The fields, and those inside of maps, as they are asked about. */
function namesOf(fields: TypedFields, above: readonly string[]): readonly string[] {
  const names: string[] = []
  for (const [name, value] of fields) {
    if (names.length >= judgedFieldsMax) break
    const path = [...above, name]
    names.push(formatFieldPath(path))
    if (value.kind === 'map' && path.length < depthMax) names.push(...namesOf(value.fields, path))
  }
  return names.slice(0, judgedFieldsMax)
}
