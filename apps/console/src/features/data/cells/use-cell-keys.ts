import {
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react'

/** Where to go on after a cell of a row: to the one before, nowhere, to the next, or to the one below. */
export type Step = -1 | 0 | 1 | 'down'

/** What is other in a cell than in a tree. */
export interface CellTyping {
  /** What was typed to open it takes the place of the text. */
  readonly typed: string | undefined
  /** False while the server has not said the exact type yet: taking over waits for it. */
  readonly isReady: boolean
  /** Whether the value gets the focus. */
  readonly autoFocus: boolean
  /** Whether the editor lies over the cell, where its type lets it. */
  readonly isOver: boolean
  /** What texts of the field are usual, where they are a few. */
  readonly texts: readonly string[]
}

export interface CellKeys {
  /** Where the value that is taken over now leads to. */
  readonly step: RefObject<Step>
  /** Of the element around the controls of the value. */
  readonly control: RefObject<HTMLDivElement | null>
  /** Of the element around the list of types. */
  readonly types: RefObject<HTMLDivElement | null>
  readonly onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => void
  readonly onPointerDown: (event: PointerEvent) => void
  /** Hands on the submission of the form when it is time. */
  readonly onSubmit: (event: FormEvent) => void
}

/**
 * The keys of an editor in a cell: Tab beyond the controls of the value takes it over and goes on, and F2 leads to the type. Elsewhere
 * they are the browser's own.
 */
export function useCellKeys(
  form: RefObject<HTMLFormElement | null>,
  inCell: CellTyping | undefined,
  isTyping: boolean,
  submit: (event: FormEvent) => void,
  onCancel: (step: Step) => void,
): CellKeys {
  const step = useRef<Step>(0)
  const control = useRef<HTMLDivElement>(null)
  const types = useRef<HTMLDivElement>(null)
  const [waits, setWaits] = useState(false)
  const isReady = inCell?.isReady ?? true
  useEffect(() => {
    if (!waits || !isReady) return
    setWaits(false)
    form.current?.requestSubmit()
  }, [waits, isReady, form])
  return {
    step,
    control,
    types,
    onKeyDown: (event) => {
      if (event.key === 'Enter') step.current = inCell === undefined ? 0 : 'down'
      if (inCell === undefined || event.isDefaultPrevented()) return
      if (event.key === 'F2') {
        event.preventDefault()
        types.current?.querySelector('button')?.focus()
      }
      if (event.key !== 'Tab') return
      const by = event.shiftKey ? -1 : 1
      const isEdge = [control.current, event.currentTarget].some((around) => isEdgeStop(around, event.target, by))
      if (!isEdge) return
      event.preventDefault()
      if (!isTyping) {
        onCancel(by)
        return
      }
      step.current = by
      event.currentTarget.requestSubmit()
    },
    onPointerDown: () => {
      step.current = 0
    },
    onSubmit: (event) => {
      if (isReady) {
        submit(event)
        return
      }
      event.preventDefault()
      setWaits(true)
    },
  }
}

const stops = 'a[href], button, input, select, textarea, [tabindex]'

/** Whether Tab, or with `by` -1 Shift and Tab, leads from this element out of what is around it. */
function isEdgeStop(around: HTMLElement | null, element: EventTarget, by: -1 | 1): boolean {
  // A date has parts of its own, which only the browser knows.
  if (around === null || (element instanceof HTMLInputElement && element.type === 'date')) return false
  const all = [...around.querySelectorAll<HTMLElement>(stops)].filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility(),
  )
  return element === all.at(by === 1 ? -1 : 0)
}
