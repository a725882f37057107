import {
  lazy,
  Suspense,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { seeAsTexts } from '../../texts/en/see-as.ts'
import { classNames } from '../../ui/class-names.ts'
import type { RulesArea } from '../rules/rules-area.ts'
import { useSeeAs } from './use-see-as.ts'

// Most rows are looked at by nobody else.
const VerdictCard = lazy(async () => ({ default: (await import('./verdict-card.tsx')).VerdictCard }))

/** What a card is about, and what it stands beside. */
interface Asked {
  readonly path: string
  readonly field: string | undefined
  readonly element: Element
  /** It was asked for by a key or a press, and stays until it is closed. */
  readonly isPinned: boolean
}

/** Somebody who passes over a row doesn't ask why. */
const hoverMs = 300
const leaveMs = 150

export interface SeenRowsHandle {
  /** Tells why the row of an element, or its cell, is judged as it is. */
  readonly explain: (element: Element) => void
}

/**
 * Around rows that are judged: those of them with `data-denied` (their path), and cells with `data-locked` (their field) within `data-judged`, tell why
 * when the pointer rests on them, when they are pressed, and with Alt-W.
 */
export function SeenRows({
  area,
  handle,
  children,
}: {
  readonly area: RulesArea
  readonly handle?: RefObject<SeenRowsHandle | null>
  readonly children: ReactNode
}) {
  const { seen } = useSeeAs()
  const [asked, setAsked] = useState<Asked>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stay = (): void => clearTimeout(timer.current)
  const setSoon = (next: Asked | undefined, ms: number): void => {
    stay()
    timer.current = setTimeout(() => setAsked((before) => (before?.isPinned === true ? before : next)), ms)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const explain = (element: EventTarget): boolean => {
    const row = askedAt(element, true)
    if (row !== undefined) setAsked({ ...row, isPinned: true })
    return row !== undefined
  }
  useImperativeHandle(handle, () => ({ explain: (element) => void explain(element) }))
  if (seen === undefined) return children
  const onPointerOver = (event: PointerEvent): void => {
    if (event.pointerType !== 'mouse' || asked?.isPinned === true) return
    const over = askedAt(event.target)
    // A reference under the pointer shows what it leads to.
    if (over === undefined || isReference(event.target)) setSoon(undefined, leaveMs)
    else if (over.path !== asked?.path || over.field !== asked?.field) setSoon({ ...over, isPinned: false }, hoverMs)
    else stay()
  }
  const onClick = (event: MouseEvent): void => {
    const pressed = askedAt(event.target)
    if (pressed === undefined || isControl(event.target)) setAsked(undefined)
    else setAsked({ ...pressed, isPinned: true })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || event.code !== 'KeyW') return
    if (!explain(event.target)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      className="contents"
      onPointerOver={onPointerOver}
      onPointerLeave={() => setSoon(undefined, leaveMs)}
      onClick={onClick}
      onKeyDownCapture={onKeyDown}
    >
      {children}
      {asked !== undefined && (
        <Suspense fallback={null}>
          <VerdictCard
            key={JSON.stringify([asked.path, asked.field, seen.act, seen.uid, seen.claims, seen.isDraft])}
            area={area}
            seen={seen}
            thing={{ path: asked.path, field: asked.field }}
            beside={asked.element}
            takesFocus={asked.isPinned}
            onStay={stay}
            onLeave={() => setSoon(undefined, leaveMs)}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The row or cell that something stands in; `isAny`: also one of which nothing is denied. */
function askedAt(target: EventTarget, isAny = false): Omit<Asked, 'isPinned'> | undefined {
  if (!(target instanceof Element)) return undefined
  const row = target.closest('[data-judged]')
  const path = row?.getAttribute('data-judged')
  if (row === null || path === null || path === undefined) return undefined
  const locked = target.closest('[data-locked]')
  const element = target.closest('[data-cell],td,th') ?? row
  if (locked !== null) return { path, field: locked.getAttribute('data-locked') ?? undefined, element: locked }
  return isAny || row.hasAttribute('data-denied') ? { path, field: undefined, element } : undefined
}

function isReference(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-follow]') !== null
}

/** What does something else when it is pressed. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a,input,button:not([data-why])') !== null
}

/** In a row that is a link as a whole: tells why its person is denied. */
export function WhyButton({ className }: { readonly className: string }) {
  return (
    <button
      type="button"
      data-why=""
      tabIndex={-1}
      className={classNames(
        'z-1 rounded-small bg-ground-1 px-1.5 text-small text-ink-2 underline underline-offset-2 hover:text-ink-1 touch:min-h-10',
        className,
      )}
    >
      {seeAsTexts.why}
    </button>
  )
}
