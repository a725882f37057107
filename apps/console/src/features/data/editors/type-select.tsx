import { ChevronDown } from 'lucide-react'
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { labelClasses } from '../../../ui/field.tsx'
import { Select, selectClasses } from '../../../ui/select.tsx'
import type { ValueType } from '../../../documents/values/typed-value.ts'

/**
 * The type of a value. The list takes as long to come as all the rest of an editor, so it comes after the frame in which the editor opens;
 * until then a button has its look and its place, and whoever is quick enough to reach it has the list at once.
 */
export function TypeSelect({
  types,
  value,
  onChange,
  onThere,
}: {
  readonly types: readonly ValueType[]
  readonly value: ValueType
  readonly onChange: (type: ValueType) => void
  /** Told when the list has come; must be the same function from render to render. */
  readonly onThere: () => void
}) {
  const [isThere, setThere] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const isWanted = useRef(false)
  useEffect(() => startTransition(() => setThere(true)), [])
  useLayoutEffect(() => {
    if (isThere && isWanted.current) place.current?.querySelector('button')?.focus()
  }, [isThere])
  useEffect(() => {
    if (isThere) onThere()
  }, [isThere, onThere])
  const hurry = (): void => {
    isWanted.current = true
    flushSync(() => setThere(true))
  }
  return (
    <div ref={place} className="@md:w-40">
      {isThere ? (
        <Select
          label={dataTexts.type}
          options={types.map((id) => ({ id, label: valueTexts.types[id] }))}
          value={value}
          onChange={onChange}
        />
      ) : (
        <>
          <span className={labelClasses}>{dataTexts.type}</span>
          <button type="button" onFocus={hurry} className={selectClasses('medium')}>
            <span className="min-w-0 flex-1 truncate">{valueTexts.types[value]}</span>
            <ChevronDown className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
          </button>
        </>
      )}
    </div>
  )
}
