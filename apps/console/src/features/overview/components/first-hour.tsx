import { useEffect, useRef, useState } from 'react'
import { overviewTexts } from '../../../texts/en/overview.ts'
import type { FirstStep as StepId, ListedStep } from '../first-hour.ts'
import { FirstStep } from './first-step.tsx'
import { type KnownProject, StepContent, useStepWords } from './first-hour-steps.tsx'

/** What a project wants before it is in use, one step after the other; the current one is unfolded. */
export function FirstHour({
  steps,
  known,
  wanted,
}: {
  readonly steps: readonly ListedStep[]
  readonly known: KnownProject
  /** The one that was asked for, and how often since the page came; it has the focus then. */
  readonly wanted: { readonly id: StepId; readonly turns: number } | undefined
}) {
  const words = useStepWords(known)
  const current = steps.find(({ isDone }) => !isDone)?.id
  const [chosen, setChosen] = useState<StepId | 'none'>()
  const list = useRef<HTMLOListElement>(null)
  const [seen, setSeen] = useState(wanted?.turns)
  if (wanted !== undefined && wanted.turns !== seen) {
    setSeen(wanted.turns)
    setChosen(wanted.id)
  }
  const turns = wanted?.turns ?? 0
  useEffect(() => {
    if (turns === 0) return
    // After the palette has given the focus back.
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector<HTMLButtonElement>('[aria-expanded=true]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [turns])
  const open = chosen ?? wanted?.id ?? current
  return (
    <ol
      ref={list}
      aria-label={overviewTexts.firstHour.list}
      className="min-w-0 overflow-hidden rounded-large border border-line bg-ground-1"
    >
      {steps.map(({ id, isDone }, at) => (
        <FirstStep
          key={id}
          number={at + 1}
          {...words(id, isDone)}
          isDone={isDone}
          isOpen={id === open}
          isCurrent={id === current}
          onToggle={() => setChosen(id === open ? 'none' : id)}
        >
          <StepContent
            id={id}
            settings={known.settings}
            isConnected={(known.contacts?.length ?? 0) > 0}
            isEmpty={known.usage?.documents === 0}
            onDone={() => setChosen(undefined)}
          />
        </FirstStep>
      ))}
    </ol>
  )
}
