import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { encodePath } from '../../../documents/data-path.ts'
import { useProject } from '../../../session/project-context.tsx'
import { dataTexts } from '../../../texts/en/data.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useListKeys } from '../../../ui/use-list-keys.ts'
import type { Neighbours } from '../use-neighbours.ts'

/** Which of the buttons was pressed last: the panel is another one for each document, and the focus goes on to the same button of it. */
export type PressedStep = RefObject<'previous' | 'next' | undefined>

/** The ways from an open document to those beside it in its list, also by `k` and `j`, and back to the list. */
export function DocumentSteps({
  path,
  beside,
  pressed,
}: {
  readonly path: string
  readonly beside: Neighbours | undefined
  readonly pressed: PressedStep
}) {
  const project = useProject()
  const navigate = useNavigate()
  const go = (to: string | undefined) =>
    to === undefined
      ? undefined
      : (): void =>
          void navigate({
            to: '/projects/$project/data/$',
            params: { project: project.id, _splat: encodePath(to) },
            search: (before) => ({ ...before, version: undefined }),
          })
  const [previous, next] = [go(beside?.previous), go(beside?.next)]
  const close = go(path.split('/').slice(0, -1).join('/'))
  useListKeys({ j: next, k: previous })
  const buttons = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const kind = pressed.current
    const button = buttons.current?.querySelectorAll('button')[kind === 'previous' ? 0 : 1]
    // Whoever went elsewhere meanwhile stays there; at an end there is nothing to press.
    if (kind === undefined || button === undefined || button.disabled) return
    pressed.current = undefined
    if (document.activeElement === document.body) button.focus()
  }, [pressed, beside])
  const step = (kind: 'previous' | 'next', act: (() => void) | undefined): void => {
    pressed.current = kind
    act?.()
  }
  return (
    <span ref={buttons} className="flex shrink-0">
      <IconButton
        size="small"
        label={dataTexts.previousDocument}
        isDisabled={previous === undefined}
        onPress={() => step('previous', previous)}
      >
        <ChevronUp />
      </IconButton>
      <IconButton
        size="small"
        label={dataTexts.nextDocument}
        isDisabled={next === undefined}
        onPress={() => step('next', next)}
      >
        <ChevronDown />
      </IconButton>
      <span className="hidden tablet:contents">
        <IconButton size="small" label={uiTexts.close} onPress={() => close?.()}>
          <X />
        </IconButton>
      </span>
    </span>
  )
}
