import { ChevronDown } from 'lucide-react'
import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { labelClasses } from './field.tsx'
import { Select, selectClasses, type SelectProps } from './select.tsx'

/**
 * A select in what opens at a key. A list takes as long to come as all the rest of a small form, so it comes after the frame in which the
 * form opens; until then a button has its look and its place, and whoever is quick enough to reach it has the list at once.
 */
export function LateSelect<Id extends string>({
  label,
  options,
  value,
  onChange,
  onThere,
  isChip = false,
}: Pick<SelectProps<Id>, 'label' | 'options' | 'value' | 'onChange'> & {
  /** Told when the list has come; must be the same function from render to render. */
  readonly onThere?: () => void
  /** As small as a word beside what it is about, without a label to be seen. */
  readonly isChip?: boolean
}) {
  const [isThere, setThere] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  // The list isn't rendered again for another function alone.
  const latest = useRef(onChange)
  latest.current = onChange
  const choose = useCallback((id: Id) => latest.current(id), [])
  const isWanted = useRef(false)
  useEffect(() => afterFrame(() => startTransition(() => setThere(true))), [])
  useLayoutEffect(() => {
    if (isThere && isWanted.current) place.current?.querySelector('button')?.focus()
  }, [isThere])
  useEffect(() => {
    if (isThere) onThere?.()
  }, [isThere, onThere])
  const hurry = (): void => {
    isWanted.current = true
    flushSync(() => setThere(true))
  }
  return (
    <div ref={place}>
      {isThere ? (
        <Select
          label={label}
          options={options}
          value={value}
          onChange={choose}
          hasHiddenLabel={isChip}
          size={isChip ? 'chip' : 'medium'}
        />
      ) : (
        <>
          <span className={isChip ? 'sr-only' : labelClasses}>{label}</span>
          <button type="button" onFocus={hurry} className={selectClasses(isChip ? 'chip' : 'medium')}>
            <span className="min-w-0 flex-1 truncate">{options.find(({ id }) => id === value)?.label}</span>
            <ChevronDown className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
          </button>
        </>
      )}
    </div>
  )
}

/** Whether the frame in which something opened is painted: what costs much and isn't needed for the first key comes after it. */
export function useLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => afterFrame(() => startTransition(() => setLate(true))), [])
  return isLate
}

/** Calls once the next frame is painted. What it returns gives that up. */
function afterFrame(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // A frame's own callbacks come before its paint.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
